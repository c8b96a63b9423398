import { partAt } from '../reply.js';
import type { Route, Sent } from '../route.js';

const REPLY = 'reply { raw }';

/** What every start of a chat may be sent. */
const START_MEMBERS = [
  'message',
  'isStreamEnabled',
  'isOnlyRegistering',
  'prefilledVariables',
  'timeZone',
];

/** The endpoints of the chat runtime (interface §4); none takes a token. */
export const chatRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/bots/{publicId}/startChat',
    summary: 'Start a chat of a published bot',
    document: `mutation ($input: StartChatInput!) { startChat(input: $input) { ${REPLY} } }`,
    variables: ({ params, body }) => ({
      input: { ...startOptions(body), publicId: params['publicId'], resultId: body['resultId'] },
    }),
    reply: 'startChat.reply.raw',
    body: {
      input: 'StartChatInput',
      members: [...START_MEMBERS, 'resultId'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: false,
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/preview/startChat',
    summary: 'Start a chat of a draft, or of a flow sent along',
    document: `mutation ($input: StartPreviewChatInput!) { startPreviewChat(input: $input) { ${REPLY} } }`,
    variables: ({ params, body }) => ({
      input: {
        ...startOptions(body),
        botId: params['botId'],
        bot: body['bot'] ?? body['typebot'],
        startFrom: body['startFrom'],
      },
    }),
    reply: 'startPreviewChat.reply.raw',
    body: {
      input: 'StartPreviewChatInput',
      members: [...START_MEMBERS, 'bot', 'startFrom'],
      isOptional: true,
      limit: 'authoring',
    },
    needsToken: false,
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/continueChat',
    summary: 'Send a message and get what follows',
    document: `mutation ($input: ContinueChatInput!) { continueChat(input: $input) { ${REPLY} } }`,
    variables: ({ params, body }) => ({
      input: { sessionId: params['sessionId'], message: body['message'] },
    }),
    reply: 'continueChat.reply.raw',
    body: { input: 'ContinueChatInput', members: ['message'], isOptional: true, limit: 'chat' },
    needsToken: false,
  },
  {
    method: 'get',
    path: '/v1/sessions/{sessionId}/events',
    summary: 'Read the events of a chat, or watch them as they come',
    document: `query ($sessionId: ID!, $after: Int = 0, $limit: EventLimit = 256) {
      chatEventPage(sessionId: $sessionId, after: $after, limit: $limit) {
        documents lastSeq isEnded
      }
    }`,
    variables: ({ params }) => ({ sessionId: params['sessionId'] }),
    reply: {
      events: 'chatEventPage.documents',
      lastSeq: 'chatEventPage.lastSeq',
      isEnded: 'chatEventPage.isEnded',
    },
    query: [
      { name: 'after', description: 'The number of the last event known already; 0 for all' },
      { name: 'limit', description: 'The most events; a stream has no such limit' },
    ],
    stream: {
      document: `subscription ($sessionId: ID!, $after: Int = 0) {
        chatEvents(sessionId: $sessionId, after: $after) { seq kind document }
      }`,
      id: 'chatEvents.seq',
      event: 'chatEvents.kind',
      data: 'chatEvents.document',
      after: 'after',
      look: { limit: 1 },
      isOver: (reply) => partAt(reply, 'isEnded') === true && partAt(reply, 'events.length') === 0,
    },
    needsToken: false,
  },
];

function startOptions(body: Sent['body']): Record<string, unknown> {
  return Object.fromEntries(START_MEMBERS.map((name) => [name, body[name]]));
}
