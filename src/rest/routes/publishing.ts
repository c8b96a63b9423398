import type { Route } from '../route.js';
import { botId, draft, versionId } from './exampleParts.js';

/** The endpoints that publish a bot and read its published version. */
export const publishingRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/bots/{botId}/publish',
    summary: 'Make the draft what new chats run',
    document: `mutation ($input: PublishBotInput!) {
      publishBot(input: $input) {
        bot { publicId issues { level code message groupId blockId edgeId } } version { id number }
      }
    }`,
    reply: {
      publicId: 'publishBot.bot.publicId',
      version: 'publishBot.version',
      issues: 'publishBot.bot.issues',
    },
    body: {
      input: 'PublishBotInput',
      members: ['label', 'overrideReason', 'inFlightPolicy', 'inFlightMessage'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { label: 'First' },
      reply: {
        publicId: 'lead-form-z8unqd7',
        version: { id: versionId, number: 1 },
        issues: [
          {
            level: 'WARNING',
            code: 'GROUP_UNREACHABLE',
            message: 'Group "Old questions": no way leads here',
            groupId: 'g_old',
            blockId: null,
            edgeId: null,
          },
        ],
      },
    },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/movePlan',
    summary: 'Say how many open chats could go on in the draft, or in a version',
    document: `query ($botId: ID!, $versionId: ID, $atMost: Int = 1000, $after: String) {
      movePlan(botId: $botId, versionId: $versionId, atMost: $atMost, after: $after) {
        open unaffected moving reasons { code message groupId blockId variableId chats } nextCursor
      }
    }`,
    reply: Object.fromEntries(
      ['open', 'unaffected', 'moving', 'reasons', 'nextCursor'].map((name) => [
        name,
        `movePlan.${name}`,
      ]),
    ),
    query: [
      { name: 'versionId', description: 'The version; the draft without one' },
      { name: 'atMost', description: 'How many open chats, the newest first; at most 5 000' },
      { name: 'after', description: 'The `nextCursor` of the call before' },
    ],
    needsToken: true,
    example: {
      reply: {
        ...{ open: 500, unaffected: 0, moving: 312 },
        reasons: [
          {
            ...{ code: 'BLOCK_GONE', groupId: 'g_budget', blockId: 'b2', variableId: null },
            message: 'Group "Budget", block 1 (number input) is not in the version',
            chats: 188,
          },
        ],
        nextCursor: null,
      },
    },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/publishedBot',
    summary: 'Read what was published of a bot',
    document: `query ($botId: ID!, $migrateToLatestVersion: Boolean = false) {
      bot(id: $botId) { publishedVersion { raw(migrateToLatestVersion: $migrateToLatestVersion) } version }
    }`,
    reply: { publishedBot: 'bot.publishedVersion.raw', version: 'bot.version' },
    means: { publishedBot: 'What was published; null when nothing was' },
    missing: { bot: 'BOT_NOT_FOUND' },
    query: [
      {
        name: 'migrateToLatestVersion',
        description: 'Convert to the latest version of the schema',
      },
    ],
    needsToken: true,
    example: {
      reply: {
        publishedBot: {
          id: versionId,
          botId,
          createdAt: '2026-11-21T10:26:49.455Z',
          updatedAt: '2026-11-21T10:26:49.455Z',
          ...draft,
        },
        version: '6',
      },
    },
  },
];
