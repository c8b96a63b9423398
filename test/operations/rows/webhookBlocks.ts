import { mutation, row } from './row.js';
import type { Shown } from './row.js';

interface Subscribed {
  readonly id: string;
  readonly url: string | null;
}
const block = { botId: '$requestBotId', blockId: 'Start.2' };
const wrong = { botId: '$requestBotId', blockId: 'Start.1' };
const refuses = [[wrong, 'VALIDATION', 'blockId']] as const;
const changed = {
  reply: { id: 'done.block.blockId', url: 'done.block.url' },
  fields: { '': 'id url' },
  rule: 'writeBot',
} as const;

export const webhookBlockRows = {
  listWebhookBlocks: row<{ webhookBlocks: readonly Shown[] }>({
    rest: 'GET /api/v1/bots/{botId}/webhookBlocks',
    graphql: `query ($botId: ID!) { webhookBlocks(botId: $botId) { id: blockId type label url } }`,
    reply: { webhookBlocks: 'webhookBlocks' },
    sent: { botId: '$requestBotId' },
    fields: { '': 'webhookBlocks', 'webhookBlocks.0': 'id type label url' },
    rule: 'readBot',
  }),
  getResultExample: row<{ resultExample: Shown }>({
    rest: 'GET /api/v1/bots/{botId}/webhookBlocks/{blockId}/getResultExample',
    graphql: `query ($botId: ID!, $blockId: ID!) { resultExample(botId: $botId, blockId: $blockId) }`,
    reply: { resultExample: 'resultExample' },
    sent: block,
    fields: { '': 'resultExample' },
    rule: 'readBot',
    refuses,
  }),
  subscribeWebhook: row<Subscribed>({
    ...changed,
    rest: 'POST /api/v1/bots/{botId}/webhookBlocks/{blockId}/subscribe',
    graphql: mutation('subscribeWebhook', 'SubscribeWebhookInput', 'block { blockId url }'),
    sent: { ...block, url: 'https://hooks.example.com/1' },
    refuses: [
      [{ ...wrong, url: 'https://hooks.example.com/1' }, 'VALIDATION', 'blockId'],
      [{ ...block, url: 'ftp://hooks.example.com' }, 'VALIDATION', 'url'],
      [{ ...block, url: 'https://ada:secret@hooks.example.com' }, 'VALIDATION', 'url'],
      [{ ...block, url: 'hooks.example.com' }, 'VALIDATION', 'url'],
      [block, 'VALIDATION', 'url'],
    ],
  }),
  unsubscribeWebhook: row<{ id: string }>({
    ...changed,
    rest: 'POST /api/v1/bots/{botId}/webhookBlocks/{blockId}/unsubscribe',
    graphql: mutation('unsubscribeWebhook', 'WebhookBlockInput', 'block { blockId }'),
    reply: { id: 'done.block.blockId' },
    fields: { '': 'id' },
    sent: block,
    refuses,
  }),
  testHttpRequest: row<{ statusCode: number; data: unknown; error: string; paths: string[] }>({
    rest: 'POST /api/v1/bots/{botId}/blocks/{blockId}/testHttpRequest',
    graphql: mutation('testHttpRequest', 'TestHttpRequestInput', 'statusCode data error paths'),
    reply: {
      statusCode: 'done.statusCode',
      data: 'done.data',
      error: 'done.error',
      paths: 'done.paths',
    },
    sent: { ...block, blockId: 'Start.3', variables: { Url: 'http://127.0.0.1:1' } },
    fields: { '': 'statusCode data error paths' },
    rule: 'writeBot',
    refuses: [[wrong, 'VALIDATION', 'blockId']],
  }),
};
