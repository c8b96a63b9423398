import type { Route } from '../route.js';
import { bot, flow, workspaceId } from './exampleParts.js';

const FOR_ORIGINAL = '$forOriginal: Boolean = false';
const BOT = 'bot { raw(forOriginal: $forOriginal) }';
const ISSUES =
  'What is wrong with the draft is not in the reply: `GET /v1/bots/{botId}/issues` lists it.';

/** The endpoints that create and change bots. */
export const botRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/bots',
    summary: 'Create a bot',
    document: `mutation ($input: CreateBotInput!, ${FOR_ORIGINAL}) {
      createBot(input: $input) { ${BOT} }
    }`,
    reply: { bot: 'createBot.bot.raw' },
    body: {
      input: 'CreateBotInput',
      members: ['workspaceId', 'bot'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: { body: { workspaceId, bot: { name: 'Lead form', ...flow } }, reply: { bot } },
  },
  {
    method: 'post',
    path: '/v1/bots/import',
    summary: 'Import an exported bot, of versions 3 to 6',
    note: ISSUES,
    document: `mutation ($input: ImportBotInput!, ${FOR_ORIGINAL}) {
      importBot(input: $input) { ${BOT} }
    }`,
    reply: { bot: 'importBot.bot.raw' },
    body: {
      input: 'ImportBotInput',
      members: ['workspaceId', 'bot'],
      botAlias: 'typebot',
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { workspaceId, bot: { version: '6', name: 'Lead form', ...flow } },
      reply: { bot },
    },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}',
    summary: 'Read a bot with its draft',
    document: `query ($botId: ID!, ${FOR_ORIGINAL}) {
      bot(id: $botId) { raw(forOriginal: $forOriginal) viewerAccess }
    }`,
    query: [
      { name: 'forOriginal', description: '`true` writes it as the original product imports it' },
    ],
    reply: { bot: 'bot.raw', currentUserMode: 'bot.viewerAccess' },
    words: { 'bot.viewerAccess': { READ: 'read', WRITE: 'write', FULL_ACCESS: 'write' } },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { bot, currentUserMode: 'write' } },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/outline',
    summary: 'Read the draft of a bot in words',
    document: 'query ($botId: ID!) { bot(id: $botId) { outline } }',
    reply: { outline: 'bot.outline' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: {
      reply: {
        outline: [
          '# Lead form',
          '',
          '- Start → 1. Welcome',
          '',
          '## 1. Welcome',
          '',
          '- Text: “What is your name?”',
          '- Text question · Save the answer in: {{Name}}',
          '- The path ends here',
          '',
        ].join('\n'),
      },
    },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/issues',
    summary: 'List what is wrong with the draft of a bot',
    document: `query ($botId: ID!) {
      bot(id: $botId) { issues { level code message groupId blockId edgeId itemId path subject } }
    }`,
    reply: { issues: 'bot.issues' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: {
      reply: {
        issues: [
          {
            level: 'WARNING',
            code: 'GROUP_UNREACHABLE',
            message: 'Group "Old questions": No way leads here. Connect the group, or remove it.',
            groupId: 'g_old',
            blockId: null,
            edgeId: null,
            itemId: null,
            path: null,
            subject: null,
          },
        ],
      },
    },
  },
  {
    method: 'patch',
    path: '/v1/bots/{botId}',
    summary: 'Change a bot',
    note: ISSUES,
    document: `mutation ($input: UpdateBotInput!, ${FOR_ORIGINAL}) {
      updateBot(input: $input) { ${BOT} }
    }`,
    reply: { bot: 'updateBot.bot.raw' },
    body: {
      input: 'UpdateBotInput',
      members: ['bot'],
      botAlias: 'typebot',
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { bot: { name: 'Contact form', isClosed: true } },
      reply: {
        bot: {
          ...bot,
          name: 'Contact form',
          isClosed: true,
          updatedAt: '2026-11-21T10:27:12.880Z',
        },
      },
    },
  },
];
