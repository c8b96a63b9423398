import { BOT_MISSING, mutation, row, WORKSPACE_MISSING } from './row.js';
import type { GraphqlRow, Shown } from './row.js';

/** A chat in replies. */
export interface ChatShown extends Shown {
  readonly id: string;
  readonly status: string;
  readonly claim: number;
  readonly assignee: { readonly id: string } | null;
}

const CHAT = `id workspaceId botId channel status waiting waitingSince waitsUntil queue last assignee claim leaseUntil unread tags revision
  createdAt activeAt`;
const SELECTED = CHAT.replace('waiting ', 'waiting { groupId blockId } ')
  .replace('last ', 'last { text role agent { userId name } at } ')
  .replace('assignee ', 'assignee { id name } ');

const FILTERED = `$statuses: [InboxStatus!], $assigneeId: ID, $isAssigned: Boolean, $isWaiting: Boolean,
  $channel: ChatChannel, $queue: ShortText, $tag: ShortText, $text: ShortText, $orderBy: ChatsOrder = LATEST`;
const FILTER = `statuses: $statuses, assigneeId: $assigneeId, isAssigned: $isAssigned, isWaiting: $isWaiting,
  channel: $channel, queue: $queue, tag: $tag, text: $text`;

interface ChatsListed {
  readonly chats: readonly ChatShown[];
  readonly nextCursor: string | null;
}

/** The row of an endpoint that changes one chat. */
const changing = (verb: string, name: string, input: string, sent: Shown = {}) =>
  row<{ chat: ChatShown }>({
    rest: `POST /api/v1/sessions/{sessionId}/${verb}`,
    graphql: mutation(name, input, `chat { ${SELECTED} }`),
    reply: { chat: 'done.chat' },
    sent: { sessionId: '$newPausedId', ...sent },
    fields: { '': 'chat', chat: CHAT },
    rule: 'converse',
  });

export const inboxRows = {
  claimChat: changing('claim', 'claimChat', 'ClaimChatInput'),
  assignChat: changing('assign', 'assignChat', 'AssignChatInput', { assigneeId: null }),
  releaseChat: changing('release', 'releaseChat', 'ReleaseChatInput'),
  closeChat: changing('close', 'closeChat', 'ClaimedChatInput'),
  reopenChat: changing('reopen', 'reopenChat', 'InboxChatInput'),
  updateChat: changing('update', 'updateChat', 'UpdateChatInput', { tags: ['sales'] }),
  addChatNote: changing('notes', 'addChatNote', 'AddChatNoteInput', { text: 'Call her' }),
  listChats: row<ChatsListed>({
    rest: 'GET /api/v1/workspaces/{workspaceId}/chats',
    graphql: `query ($workspaceId: ID!, $limit: PageLimit = 50, $cursor: String, $botId: ID, ${FILTERED}) {
      workspace(id: $workspaceId) { chats(first: $limit, after: $cursor, orderBy: $orderBy,
        filter: { botId: $botId, ${FILTER} }) { nodes { ${SELECTED} } nextCursor } } }`,
    reply: { chats: 'workspace.chats.nodes', nextCursor: 'workspace.chats.nextCursor' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId', orderBy: 'WAITING' },
    fields: { '': 'chats nextCursor' },
    refuses: [
      [{ workspaceId: '$workspaceId', cursor: 'nonsense' }, 'VALIDATION', 'cursor'],
      [{ workspaceId: '$workspaceId', assigneeId: '\0' }, 'VALIDATION'],
    ],
  }),
  listChatsOfBot: row<ChatsListed>({
    rest: 'GET /api/v1/bots/{botId}/chats',
    graphql: `query ($botId: ID!, $limit: PageLimit = 50, $cursor: String, ${FILTERED}) { bot(id: $botId) {
      chats(first: $limit, after: $cursor, orderBy: $orderBy, filter: { ${FILTER} }) { nodes { ${SELECTED} } nextCursor } } }`,
    reply: { chats: 'bot.chats.nodes', nextCursor: 'bot.chats.nextCursor' },
    missing: BOT_MISSING,
    sent: { botId: '$botId', isAssigned: false },
    fields: { '': 'chats nextCursor' },
  }),
  readChat: row<{ chat: ChatShown }>({
    rest: 'GET /api/v1/sessions/{sessionId}',
    graphql: `query ($sessionId: ID!) { chat(sessionId: $sessionId) { ${SELECTED} } }`,
    reply: { chat: 'chat' },
    missing: { chat: 'SESSION_NOT_FOUND' },
    sent: { sessionId: '$sessionId' },
    fields: { '': 'chat', chat: CHAT },
    rule: 'converse',
  }),
};

export const inboxGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  chatsChanged: { rule: 'attendWorkspace' },
  chatViewers: { rule: 'converse' },
  saveChatsView: { rule: 'attendWorkspace', sent: { name: 'Mine' } },
  deleteChatsView: { rule: 'attendWorkspace' },
};
