import type { Operation, Shown } from './transports.js';

/** What the operations on chats, beyond those of the interface, answer with. */
export interface ChatBodies {
  stopReply: { wasStreaming: boolean };
  setStatus: { status: string; turn: number; lastSeq: number };
  postAgentMessage: { message: { content: Shown }; turn: number; lastSeq: number };
  readEvents: { events: Shown[]; lastSeq: number; isEnded: boolean };
}

const ERRORS = 'userErrors { code reason message path }';

/** The operations on chats beyond those of the interface. */
export const chatOperations: Readonly<Record<keyof ChatBodies, Operation>> = {
  stopReply: {
    rest: 'POST /api/v1/sessions/{sessionId}/stopReply',
    graphql: `mutation ($input: StopReplyInput!) { done: stopReply(input: $input) { wasStreaming ${ERRORS} } }`,
    reply: { wasStreaming: 'done.wasStreaming' },
  },
  setStatus: {
    rest: 'POST /api/v1/sessions/{sessionId}/setStatus',
    graphql: `mutation ($input: SetSessionStatusInput!) {
      done: setSessionStatus(input: $input) { status turn lastSeq ${ERRORS} } }`,
    reply: { status: 'done.status', turn: 'done.turn', lastSeq: 'done.lastSeq' },
  },
  postAgentMessage: {
    rest: 'POST /api/v1/sessions/{sessionId}/postAgentMessage',
    graphql: `mutation ($input: PostAgentMessageInput!) {
      done: postAgentMessage(input: $input) { message { id type content } turn lastSeq ${ERRORS} } }`,
    reply: { message: 'done.message', turn: 'done.turn', lastSeq: 'done.lastSeq' },
  },
  readEvents: {
    rest: 'GET /api/v1/sessions/{sessionId}/events',
    graphql: `query ($sessionId: ID!, $after: Int = 0, $limit: EventLimit = 256) {
      chatEventPage(sessionId: $sessionId, after: $after, limit: $limit) { documents lastSeq isEnded } }`,
    reply: {
      events: 'chatEventPage.documents',
      lastSeq: 'chatEventPage.lastSeq',
      isEnded: 'chatEventPage.isEnded',
    },
  },
};
