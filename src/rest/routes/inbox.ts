import type { Route } from '../route.js';
import { at, botId, userId, workspaceId } from './exampleParts.js';
import { PAGE_MEANS, PAGE_QUERY } from './pages.js';

const sessionId = 'ses_0mwq9jvrn3cw1h3rngmptru9xb20shxdrc';

/** The members of a chat in replies. */
const CHAT = `id workspaceId botId channel status waiting { groupId blockId } waitingSince waitsUntil queue
  last { text role agent { userId name } at } assignee { id name } claim leaseUntil unread tags revision createdAt activeAt`;

/** A chat in the examples. */
const chat = {
  id: sessionId,
  workspaceId,
  botId,
  channel: 'WEB',
  status: 'PAUSED',
  waiting: { groupId: 'g1', blockId: 'b2' },
  waitingSince: at,
  waitsUntil: null,
  queue: 'Sales',
  last: { text: 'Is anybody there?', role: 'USER', agent: null, at },
  assignee: null,
  claim: 0,
  leaseUntil: null,
  unread: 1,
  tags: ['sales'],
  revision: 2,
  createdAt: at,
  activeAt: at,
};

const FILTERED = `$statuses: [InboxStatus!], $assigneeId: ID, $isAssigned: Boolean, $isWaiting: Boolean,
  $channel: ChatChannel, $queue: ShortText, $tag: ShortText, $text: ShortText, $orderBy: ChatsOrder = LATEST`;
const FILTER = `statuses: $statuses, assigneeId: $assigneeId, isAssigned: $isAssigned, isWaiting: $isWaiting,
  channel: $channel, queue: $queue, tag: $tag, text: $text`;

const FILTER_QUERY = [
  { name: 'statuses', description: 'Only those with one of these statuses, parted by commas' },
  { name: 'assigneeId', description: 'Only those that this person has' },
  { name: 'isAssigned', description: 'Only those that somebody has, or that nobody has' },
  { name: 'isWaiting', description: 'Only those whose visitor waits for a person, or does not' },
  { name: 'channel', description: 'Only those that came this way' },
  { name: 'queue', description: 'Only those in this queue' },
  { name: 'tag', description: 'Only those with this tag' },
  { name: 'text', description: 'Only those whose last message holds this text, in any case' },
  { name: 'orderBy', description: 'Their order' },
];

/** An endpoint that changes one chat, and shows it as it is then. */
function changing(
  [verb, mutation, summary]: readonly [verb: string, mutation: string, summary: string],
  { input, members, sent }: { input: string; members: readonly string[]; sent: object },
): Route {
  return {
    method: 'post',
    path: `/v1/sessions/{sessionId}/${verb}`,
    summary,
    document: `mutation ($input: ${input}!) { ${mutation}(input: $input) { chat { ${CHAT} } } }`,
    reply: { chat: `${mutation}.chat` },
    body: { input, members, isOptional: true, limit: 'chat' },
    needsToken: true,
    example: { body: sent, reply: { chat } },
  };
}

/** The endpoints of the inbox. */
export const inboxRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/workspaces/{workspaceId}/chats',
    summary: 'List the chats of a workspace in which a person took part',
    document: `query ($workspaceId: ID!, $limit: PageLimit = 50, $cursor: String, $botId: ID, ${FILTERED}) {
      workspace(id: $workspaceId) {
        chats(first: $limit, after: $cursor, orderBy: $orderBy, filter: { botId: $botId, ${FILTER} }) {
          nodes { ${CHAT} }
          nextCursor
        }
      }
    }`,
    reply: { chats: 'workspace.chats.nodes', nextCursor: 'workspace.chats.nextCursor' },
    means: { ...PAGE_MEANS, chats: 'The chats' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    query: [
      ...PAGE_QUERY,
      { name: 'botId', description: 'Only those that began with this bot' },
      ...FILTER_QUERY,
    ],
    needsToken: true,
    example: { reply: { chats: [chat], nextCursor: null } },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/chats',
    summary: 'List the chats of a bot in which a person took part',
    document: `query ($botId: ID!, $limit: PageLimit = 50, $cursor: String, ${FILTERED}) {
      bot(id: $botId) {
        chats(first: $limit, after: $cursor, orderBy: $orderBy, filter: { ${FILTER} }) {
          nodes { ${CHAT} }
          nextCursor
        }
      }
    }`,
    reply: { chats: 'bot.chats.nodes', nextCursor: 'bot.chats.nextCursor' },
    means: { ...PAGE_MEANS, chats: 'The chats' },
    missing: { bot: 'BOT_NOT_FOUND' },
    query: [...PAGE_QUERY, ...FILTER_QUERY],
    needsToken: true,
    example: { reply: { chats: [chat], nextCursor: null } },
  },
  {
    method: 'get',
    path: '/v1/sessions/{sessionId}',
    summary: 'Read a chat as agents see it',
    document: `query ($sessionId: ID!) { chat(sessionId: $sessionId) { ${CHAT} } }`,
    reply: { chat: 'chat' },
    means: { chat: 'The chat' },
    missing: { chat: 'SESSION_NOT_FOUND' },
    needsToken: true,
    example: { reply: { chat } },
  },
  changing(['claim', 'claimChat', 'Claim a chat, and take it over from its bot'], {
    ...{ input: 'ClaimChatInput', members: ['takeOver'], sent: {} },
  }),
  changing(['assign', 'assignChat', 'Assign a chat to a person, or to nobody'], {
    ...{ input: 'AssignChatInput', members: ['assigneeId'], sent: { assigneeId: userId } },
  }),
  changing(['release', 'releaseChat', 'Give a chat back to its bot'], {
    ...{ input: 'ReleaseChatInput', members: ['groupId', 'claim'], sent: { groupId: 'g1' } },
  }),
  changing(['close', 'closeChat', 'Close a chat'], {
    ...{ input: 'ClaimedChatInput', members: ['claim'], sent: {} },
  }),
  changing(['reopen', 'reopenChat', 'Let a chat go on that was closed or has ended'], {
    ...{ input: 'InboxChatInput', members: [], sent: {} },
  }),
  changing(['update', 'updateChat', 'Tag a chat, move it to another queue, or mark it as read'], {
    ...{
      input: 'UpdateChatInput',
      members: ['tags', 'queue', 'isRead'],
      sent: { tags: ['sales'] },
    },
  }),
  changing(['notes', 'addChatNote', 'Write a note about a chat for other agents'], {
    ...{ input: 'AddChatNoteInput', members: ['text'], sent: { text: 'Prefers to be called.' } },
  }),
];
