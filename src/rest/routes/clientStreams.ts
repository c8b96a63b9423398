import type { Route } from '../route.js';

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
