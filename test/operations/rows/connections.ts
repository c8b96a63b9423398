import {
  type Deleted,
  deletion,
  mutation,
  type Named,
  ofWorkspace,
  row,
  type Shown,
  WORKSPACE_MISSING,
} from './row.js';

const LISTED = 'id name type createdAt createdBy updatedAt lastUsedAt usedByBots';
const CREDENTIALS = 'id name type createdAt updatedAt';

export const credentialsRows = {
  listCredentials: row<{ credentials: Named[] }>({
    rest: 'GET /api/v1/credentials',
    graphql: ofWorkspace(
      `credentials { ${CREDENTIALS} createdBy { id name } lastUsedAt usedByBots { id name } }`,
    ),
    reply: { credentials: 'workspace.credentials' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'credentials', 'credentials.0': LISTED },
  }),
  saveCredentials: row<{ credentialsId: string }>({
    rest: 'POST /api/v1/credentials',
    graphql: mutation('saveCredentials', 'SaveCredentialsInput', 'credentials { id }'),
    reply: { credentialsId: 'done.credentials.id' },
    sent: {
      workspaceId: '$workspaceId',
      credentials: { type: 'openai', name: 'Ours', data: { apiKey: 'sk-secret' } },
    },
    fields: { '': 'credentialsId' },
    rule: 'writeWorkspace',
  }),
  updateCredentials: row<{ credentials: Named }>({
    rest: 'PATCH /api/v1/credentials/{credentialsId}',
    graphql: mutation(
      'updateCredentials',
      'UpdateCredentialsInput',
      `credentials { ${CREDENTIALS} }`,
    ),
    reply: { credentials: 'done.credentials' },
    sent: { workspaceId: '$workspaceId', credentialsId: '$newCredentialsId', name: 'Theirs' },
    fields: { '': 'credentials', credentials: CREDENTIALS },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', credentialsId: '$otherCredentialsId', name: 'x' },
        'CREDENTIALS_NOT_FOUND',
      ],
    ],
  }),
  testCredentials: row<{ isWorking: boolean | null; message: string }>({
    rest: 'POST /api/v1/credentials/{credentialsId}/test',
    graphql: mutation('testCredentials', 'TestCredentialsInput', 'isWorking message'),
    reply: { isWorking: 'done.isWorking', message: 'done.message' },
    sent: { workspaceId: '$workspaceId', credentialsId: '$newCredentialsId' },
    fields: { '': 'isWorking message' },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', credentialsId: '$otherCredentialsId' },
        'CREDENTIALS_NOT_FOUND',
      ],
    ],
  }),
  deleteCredentials: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/credentials/{credentialsId}',
    graphql: mutation('deleteCredentials', 'DeleteCredentialsInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', credentialsId: '$newCredentialsId' },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', credentialsId: '$otherCredentialsId' },
        'CREDENTIALS_NOT_FOUND',
      ],
    ],
  }),
};

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
  testHttpRequest: row<{
    statusCode: number;
    data: unknown;
    error: string;
    failure: string | null;
    paths: string[];
  }>({
    rest: 'POST /api/v1/bots/{botId}/blocks/{blockId}/testHttpRequest',
    graphql: mutation(
      'testHttpRequest',
      'TestHttpRequestInput',
      'statusCode data error failure paths',
    ),
    reply: {
      statusCode: 'done.statusCode',
      data: 'done.data',
      error: 'done.error',
      failure: 'done.failure',
      paths: 'done.paths',
    },
    sent: { ...block, blockId: 'Start.3', variables: { Url: 'http://127.0.0.1:1' } },
    fields: { '': 'statusCode data error failure paths' },
    rule: 'writeBot',
    refuses: [[wrong, 'VALIDATION', 'blockId']],
  }),
};
