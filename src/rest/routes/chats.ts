import { partAt } from '../reply.js';
import type { Route, Sent } from '../route.js';

const REPLY = 'reply { raw turn }';

/** What every start of a chat may be sent. */
const START_MEMBERS = [
  'message',
  'isStreamEnabled',
  'isOnlyRegistering',
  'prefilledVariables',
  'timeZone',
];

/** The endpoints of the chat runtime; none takes a token. */
export const chatRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/bots/{publicId}/startChat',
    summary: 'Start a chat of a published bot',
    document: `mutation ($input: StartChatInput!) { startChat(input: $input) { ${REPLY} } }`,
    variables: ({ params, body, idempotencyKey }) => ({
      input: {
        ...startOptions(body),
        publicId: params['publicId'],
        resultId: body['resultId'],
        idempotencyKey,
      },
    }),
    reply: 'startChat.reply.raw',
    turn: 'startChat.reply.turn',
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
    variables: ({ params, body, idempotencyKey }) => ({
      input: {
        ...startOptions(body),
        idempotencyKey,
        botId: params['botId'],
        bot: body['bot'] ?? body['typebot'],
        startFrom: body['startFrom'],
      },
    }),
    reply: 'startPreviewChat.reply.raw',
    turn: 'startPreviewChat.reply.turn',
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
    variables: ({ params, body, idempotencyKey }) => ({
      input: {
        sessionId: params['sessionId'],
        message: body['message'],
        expectedTurn: body['expectedTurn'],
        idempotencyKey,
      },
    }),
    reply: 'continueChat.reply.raw',
    turn: 'continueChat.reply.turn',
    body: {
      input: 'ContinueChatInput',
      members: ['message', 'expectedTurn'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: false,
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/stopReply',
    summary: 'Stop the reply that is being streamed, and keep what was said',
    document: `mutation ($input: StopReplyInput!) { stopReply(input: $input) { wasStreaming } }`,
    variables: ({ params }) => ({ input: { sessionId: params['sessionId'] } }),
    reply: { wasStreaming: 'stopReply.wasStreaming' },
    needsToken: false,
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/setStatus',
    summary: 'Take a chat over from its bot, give it back, or close it',
    document: `mutation ($input: SetSessionStatusInput!) {
      setSessionStatus(input: $input) { status turn lastSeq }
    }`,
    variables: ({ params, body }) => ({
      input: { sessionId: params['sessionId'], status: body['status'] },
    }),
    reply: {
      status: 'setSessionStatus.status',
      turn: 'setSessionStatus.turn',
      lastSeq: 'setSessionStatus.lastSeq',
    },
    body: {
      input: 'SetSessionStatusInput',
      members: ['status'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/postAgentMessage',
    summary: 'Say something in a chat in the place of its bot',
    document: `mutation ($input: PostAgentMessageInput!) {
      postAgentMessage(input: $input) { message { id type content } turn lastSeq }
    }`,
    variables: ({ params, body }) => ({
      input: { sessionId: params['sessionId'], text: body['text'] },
    }),
    reply: {
      message: 'postAgentMessage.message',
      turn: 'postAgentMessage.turn',
      lastSeq: 'postAgentMessage.lastSeq',
    },
    body: { input: 'PostAgentMessageInput', members: ['text'], isOptional: false, limit: 'chat' },
    needsToken: true,
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
    means: { events: 'The events, in order' },
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
      unnumbered: ['delta'],
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
