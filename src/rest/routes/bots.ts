import type { Route } from '../route.js';

const BOT = 'bot { raw }';
const ISSUES =
  'What is wrong with the draft is not in the reply: read it as `issues` of the bot in GraphQL, or in the reply of publishing it.';

/** The endpoints that make, change and publish bots. */
export const botRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/bots',
    summary: 'Create a bot',
    document: `mutation ($input: CreateBotInput!) { createBot(input: $input) { ${BOT} } }`,
    variables: ({ body }) => ({ input: { workspaceId: body['workspaceId'], bot: body['bot'] } }),
    reply: { bot: 'createBot.bot.raw' },
    body: {
      input: 'CreateBotInput',
      members: ['workspaceId', 'bot'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
  },
  {
    method: 'post',
    path: '/v1/bots/import',
    summary: 'Import an exported bot, of versions 3 to 6',
    note: ISSUES,
    document: `mutation ($input: ImportBotInput!) { importBot(input: $input) { ${BOT} } }`,
    variables: ({ body }) => ({
      input: { workspaceId: body['workspaceId'], bot: body['bot'] ?? body['typebot'] },
    }),
    reply: { bot: 'importBot.bot.raw' },
    body: {
      input: 'ImportBotInput',
      members: ['workspaceId', 'bot'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}',
    summary: 'Read a bot with its draft',
    document: 'query ($botId: ID!) { bot(id: $botId) { raw currentUserMode } }',
    variables: ({ params }) => ({ botId: params['botId'] }),
    reply: { bot: 'bot.raw', currentUserMode: 'bot.currentUserMode' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
  },
  {
    method: 'patch',
    path: '/v1/bots/{botId}',
    summary: 'Change a bot',
    note: ISSUES,
    document: `mutation ($input: UpdateBotInput!) { updateBot(input: $input) { ${BOT} } }`,
    variables: ({ params, body }) => ({
      input: { botId: params['botId'], bot: body['bot'] ?? body['typebot'] },
    }),
    reply: { bot: 'updateBot.bot.raw' },
    body: {
      input: 'UpdateBotInput',
      members: ['bot'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/publish',
    summary: 'Make the draft what new chats run',
    document: `mutation ($input: PublishBotInput!) {
      publishBot(input: $input) {
        bot { publicId issues { level code message groupId blockId edgeId } } version { id number }
      }
    }`,
    variables: ({ params, body }) => ({ input: { botId: params['botId'], label: body['label'] } }),
    reply: {
      publicId: 'publishBot.bot.publicId',
      version: 'publishBot.version',
      issues: 'publishBot.bot.issues',
    },
    body: { input: 'PublishBotInput', members: ['label'], isOptional: true, limit: 'chat' },
    needsToken: true,
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/publishedBot',
    summary: 'Read what was published of a bot',
    document: `query ($botId: ID!, $migrateToLatestVersion: Boolean = false) {
      bot(id: $botId) { published { raw(migrateToLatestVersion: $migrateToLatestVersion) } version }
    }`,
    variables: ({ params }) => ({ botId: params['botId'] }),
    reply: { publishedBot: 'bot.published.raw', version: 'bot.version' },
    means: { publishedBot: 'What was published; null when nothing was' },
    missing: { bot: 'BOT_NOT_FOUND' },
    query: [
      {
        name: 'migrateToLatestVersion',
        description: 'Convert to the latest version of the schema',
      },
    ],
    needsToken: true,
  },
];
