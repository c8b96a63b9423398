import { partAt } from '../reply.js';
import type { Route } from '../route.js';

/** The entries of the trace of a turn. */
const ENTRIES = `entries {
  entryId kind at botId groupId blockId call way logs
  to { groupId blockId }
  edges { edgeId eventId blockId itemId }
  conditions { itemId holds comparisons { variableId operator left right holds } }
  changes { kind variableId name depth from to }
  effect { kind request result isOk error duration tries isKept printed
    use { tokens promptTokens completionTokens estimatedTokens cost } }
  limits { blocks characters work engineTook turnTook }
}`;

/** The endpoints of a running chat, apart from sending messages. */
export const sessionRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/stopReply',
    summary: 'Stop the reply that is being streamed, and keep what was said',
    document: `mutation ($input: StopReplyInput!) { stopReply(input: $input) { wasStreaming } }`,
    reply: { wasStreaming: 'stopReply.wasStreaming' },
    needsToken: false,
    example: { reply: { wasStreaming: true } },
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/setStatus',
    summary: 'Take a chat over from its bot, give it back, or close it',
    document: `mutation ($input: SetSessionStatusInput!) {
      setSessionStatus(input: $input) { status turn lastSeq }
    }`,
    reply: {
      status: 'setSessionStatus.status',
      turn: 'setSessionStatus.turn',
      lastSeq: 'setSessionStatus.lastSeq',
    },
    body: {
      input: 'SetSessionStatusInput',
      members: ['status', 'claim'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: { status: 'PAUSED' }, reply: { status: 'PAUSED', turn: 3, lastSeq: 11 } },
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/postAgentMessage',
    summary: 'Say something in a chat in the place of its bot',
    document: `mutation ($input: PostAgentMessageInput!) {
      postAgentMessage(input: $input) { message { document } turn lastSeq }
    }`,
    reply: {
      message: 'postAgentMessage.message.document',
      turn: 'postAgentMessage.turn',
      lastSeq: 'postAgentMessage.lastSeq',
    },
    body: {
      input: 'PostAgentMessageInput',
      members: ['text', 'cannedReplyId', 'attachedFileUrls', 'claim'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { text: 'Hello, this is Grace.' },
      reply: {
        message: {
          id: 'msg_0mwq9jw2r73r10prdtmrt9jq',
          type: 'text',
          content: {
            type: 'richText',
            richText: [{ type: 'p', children: [{ text: 'Hello, this is Grace.' }] }],
            html: '<div>Hello, this is Grace.</div>',
            plainText: 'Hello, this is Grace.',
          },
        },
        turn: 4,
        lastSeq: 13,
      },
    },
  },
  {
    method: 'get',
    path: '/v1/sessions/{sessionId}/trace',
    summary: 'Read what happened in the turns of a chat',
    document: `query ($sessionId: ID!, $after: Int = 0) {
      chatTrace(sessionId: $sessionId, after: $after) {
        lastTurn isTraced variables { variableId name value depth }
        turns { turn at ${ENTRIES} }
        breakpoints branchedFrom { sessionId turn }
        paused {
          pause { number groupId blockId call hit } until turn reply
          ${ENTRIES}
        }
      }
    }`,
    reply: {
      turns: 'chatTrace.turns',
      lastTurn: 'chatTrace.lastTurn',
      isTraced: 'chatTrace.isTraced',
      variables: 'chatTrace.variables',
      breakpoints: 'chatTrace.breakpoints',
      paused: 'chatTrace.paused',
      branchedFrom: 'chatTrace.branchedFrom',
    },
    query: [{ name: 'after', description: 'The last turn known already; 0 for all' }],
    needsToken: true,
    example: {
      reply: {
        ...{ turns: [], lastTurn: 2, isTraced: false, variables: [] },
        ...{ breakpoints: null, paused: null, branchedFrom: null },
      },
    },
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
        chatEvents(sessionId: $sessionId, after: $after) { seq document }
      }`,
      id: 'chatEvents.seq',
      event: 'chatEvents.document.kind',
      data: 'chatEvents.document',
      unnumbered: ['received', 'delta', 'withdrawn'],
      after: 'after',
      look: { limit: 1 },
      isOver: (reply) => partAt(reply, 'isEnded') === true && partAt(reply, 'events.length') === 0,
    },
    needsToken: false,
    example: {
      reply: {
        events: [
          { seq: 4, turn: 2, at: '2026-01-31T09:30:00.000Z', kind: 'heard', text: 'Ada' },
          { seq: 5, turn: 2, at: '2026-01-31T09:30:00.000Z', kind: 'turnEnd', isEnded: false },
        ],
        lastSeq: 5,
        isEnded: false,
      },
    },
  },
];

/** The endpoints for clients that stream texts themselves and report errors, under both versions that clients use. */
export const clientStreamRoutes: readonly Route[] = ['/v1', '/v2'].flatMap((version): Route[] => [
  {
    method: 'post',
    path: `${version}/sessions/{sessionId}/streamMessage`,
    summary: 'Stream the text that the client is to show, for chats started with `isStreamEnabled`',
    document: `subscription ($sessionId: ID!) { streamMessage(sessionId: $sessionId) { text error } }`,
    reply: 'streamMessage.text',
    lines: { text: 'streamMessage.text', error: 'streamMessage.error' },
    needsToken: false,
    example: {
      reply:
        '0:"Hello "\n0:"Ada"\nd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}\n',
    },
  },
  {
    method: 'post',
    path: `${version}/sessions/{sessionId}/clientLogs`,
    summary: 'Keep what the client reports of its part of the chat',
    document: `mutation ($input: SaveClientLogsInput!) { saveClientLogs(input: $input) { savedCount } }`,
    reply: { savedCount: 'saveClientLogs.savedCount' },
    body: {
      input: 'SaveClientLogsInput',
      members: ['clientLogs'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: false,
    example: {
      body: { clientLogs: [{ status: 'error', description: 'The script failed' }] },
      reply: { savedCount: 1 },
    },
  },
]);
