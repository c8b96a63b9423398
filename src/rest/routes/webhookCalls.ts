import type { Route } from '../route.js';

const called = {
  method: 'post',
  document: `mutation ($input: ExecuteWebhookInput!) {
    executeWebhook(input: $input) { turn lastSeq }
  }`,
  reply: { turn: 'executeWebhook.turn', lastSeq: 'executeWebhook.lastSeq' },
  turn: 'executeWebhook.turn',
  body: {
    input: 'ExecuteWebhookInput',
    members: [],
    whole: 'data',
    isOptional: true,
    limit: 'chat',
  },
  needsToken: true,
  example: {
    body: { status: 'paid', amount: 12.5 },
    reply: { turn: 3, lastSeq: 11 },
  },
} as const satisfies Partial<Route>;

/** The endpoints that call a webhook block from outside. The paths of the block read the body as `data`. */
export const webhookCallRoutes: readonly Route[] = [
  {
    ...called,
    path: '/v1/bots/{botId}/blocks/{blockId}/results/{resultId}/executeWebhook',
    summary: 'Continue the chat of a result that waits at a webhook block',
  },
  {
    ...called,
    path: '/v1/bots/{botId}/blocks/{blockId}/sessions/{sessionId}/executeWebhook',
    summary: 'Continue a chat that waits at a webhook block',
  },
  {
    ...called,
    path: '/v1/bots/{botId}/blocks/{blockId}/web/executeWebhook',
    summary: 'Continue the newest preview that waits at a webhook block',
  },
];
