import {
  BOT_MISSING,
  type Deleted,
  deletion,
  type GraphqlRow,
  mutation,
  ofWorkspace,
  row,
  type Shown,
  WORKSPACE_MISSING,
} from './row.js';

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

/** A canned reply in replies. */
interface CannedReplyShown extends Shown {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
}

const REPLY = 'id shortcut text workspaceId createdAt updatedAt';
const REPLIES_PATH = '/api/v1/workspaces/{workspaceId}/cannedReplies';
const graphql = mutation('saveCannedReply', 'SaveCannedReplyInput', `cannedReply { ${REPLY} }`);

const saved = {
  graphql,
  reply: { cannedReply: 'done.cannedReply' },
  fields: { '': 'cannedReply', cannedReply: REPLY },
};

export const cannedReplyRows = {
  listCannedReplies: row<{ cannedReplies: CannedReplyShown[] }>({
    rest: `GET ${REPLIES_PATH}`,
    graphql: ofWorkspace(`cannedReplies { ${REPLY} }`),
    reply: { cannedReplies: 'workspace.cannedReplies' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'cannedReplies', 'cannedReplies.0': REPLY },
  }),
  createCannedReply: row<{ cannedReply: CannedReplyShown }>({
    ...saved,
    rest: `POST ${REPLIES_PATH}`,
    sent: { workspaceId: '$workspaceId', shortcut: '$newShortcut', text: 'Hello {{Name}}' },
    rule: 'attendWorkspace',
    refuses: [
      [{ workspaceId: '$workspaceId', shortcut: 'a b', text: 'Hi' }, 'VALIDATION', 'shortcut'],
      [{ workspaceId: '$workspaceId', shortcut: 'hi', text: '' }, 'VALIDATION', 'text'],
      [{ workspaceId: '$workspaceId', shortcut: 'hi' }, 'VALIDATION', 'text'],
      [{ workspaceId: '$workspaceId', text: 'Hi' }, 'VALIDATION', 'shortcut'],
    ],
  }),
  updateCannedReply: row<{ cannedReply: CannedReplyShown }>({
    ...saved,
    rest: `PATCH ${REPLIES_PATH}/{cannedReplyId}`,
    sent: { workspaceId: '$workspaceId', cannedReplyId: '$cannedReplyId', text: 'Good day' },
    rule: 'attendWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', cannedReplyId: '$otherCannedReplyId', text: 'Hi' },
        'CANNED_REPLY_NOT_FOUND',
      ],
    ],
  }),
  deleteCannedReply: row<Deleted>({
    ...deletion,
    rest: `DELETE ${REPLIES_PATH}/{cannedReplyId}`,
    graphql: mutation('deleteCannedReply', 'DeleteCannedReplyInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', cannedReplyId: '$newCannedReplyId' },
    rule: 'attendWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', cannedReplyId: '$otherCannedReplyId' },
        'CANNED_REPLY_NOT_FOUND',
      ],
    ],
  }),
};
