import type { Route } from '../route.js';

const url = 'https://hooks.example.com/catch/1';

/** The endpoints for automation tools: to choose a block, learn its fields, and set and clear its URL. */
export const webhookBlockRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots/{botId}/webhookBlocks',
    summary: 'List the blocks that send a request',
    document: `query ($botId: ID!) { webhookBlocks(botId: $botId) { id: blockId type label url } }`,
    reply: { webhookBlocks: 'webhookBlocks' },
    needsToken: true,
    example: {
      reply: { webhookBlocks: [{ id: 'b3', type: 'Zapier', label: 'Hello, block 3', url: null }] },
    },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/webhookBlocks/{blockId}/getResultExample',
    summary: 'Get an example of what a block sends',
    document: `query ($botId: ID!, $blockId: ID!) { resultExample(botId: $botId, blockId: $blockId) }`,
    reply: { resultExample: 'resultExample' },
    needsToken: true,
    example: {
      reply: { resultExample: { submittedAt: '2026-11-21T10:26:49.342Z', Name: 'Some text' } },
    },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/webhookBlocks/{blockId}/subscribe',
    summary: 'Set where the request of a block goes',
    note: 'The draft is changed; publish the bot for live chats.',
    document: `mutation ($input: SubscribeWebhookInput!) {
      subscribeWebhook(input: $input) { block { blockId url } }
    }`,
    reply: { id: 'subscribeWebhook.block.blockId', url: 'subscribeWebhook.block.url' },
    body: { input: 'SubscribeWebhookInput', members: ['url'], isOptional: false, limit: 'chat' },
    needsToken: true,
    example: { body: { url }, reply: { id: 'b3', url } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/webhookBlocks/{blockId}/unsubscribe',
    summary: 'Clear where the request of a block goes',
    document: `mutation ($input: WebhookBlockInput!) {
      unsubscribeWebhook(input: $input) { block { blockId } }
    }`,
    reply: { id: 'unsubscribeWebhook.block.blockId' },
    needsToken: true,
    example: { reply: { id: 'b3' } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/blocks/{blockId}/testHttpRequest',
    summary: 'Send the request of a block, and get the response with the paths in it',
    document: `mutation ($input: TestHttpRequestInput!) {
      testHttpRequest(input: $input) { statusCode data error failure paths }
    }`,
    reply: {
      statusCode: 'testHttpRequest.statusCode',
      data: 'testHttpRequest.data',
      error: 'testHttpRequest.error',
      failure: 'testHttpRequest.failure',
      paths: 'testHttpRequest.paths',
    },
    body: {
      input: 'TestHttpRequestInput',
      members: ['variables'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { variables: { Name: 'Ada' } },
      reply: {
        statusCode: 200,
        data: { items: [{ name: 'Ada' }] },
        error: '',
        failure: null,
        paths: ['data', 'data.items', 'data.items[0]', 'data.items[0].name'],
      },
    },
  },
];

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
  example: { body: { status: 'paid', amount: 12.5 }, reply: { turn: 3, lastSeq: 11 } },
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
