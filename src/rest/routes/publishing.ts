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
    variables: ({ params, body }) => ({
      input: {
        botId: params['botId'],
        label: body['label'],
        overrideReason: body['overrideReason'],
        inFlightPolicy: body['inFlightPolicy'],
        inFlightMessage: body['inFlightMessage'],
      },
    }),
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
    path: '/v1/bots/{botId}/publishedBot',
    summary: 'Read what was published of a bot',
    document: `query ($botId: ID!, $migrateToLatestVersion: Boolean = false) {
      bot(id: $botId) { publishedVersion { raw(migrateToLatestVersion: $migrateToLatestVersion) } version }
    }`,
    variables: ({ params }) => ({ botId: params['botId'] }),
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
