import type { Route } from '../route.js';
import { at, bot, draft, userId, versionId } from './exampleParts.js';
import { PAGE_MEANS, PAGE_QUERY } from './pages.js';

const VERSION = 'id number label createdAt isLive author { id name }';
const CHANGE = 'kind id: partId groupId name before after paths';

const reading: Pick<Route, 'method' | 'missing' | 'needsToken'> = {
  method: 'get',
  missing: { bot: 'BOT_NOT_FOUND', 'bot.versionById': 'VERSION_NOT_FOUND' },
  needsToken: true,
};

const version = {
  id: versionId,
  number: 1,
  label: 'First',
  createdAt: at,
  isLive: true,
  author: { id: userId, name: 'Ada' },
};

/** The endpoints of a bot's versions. */
export const versionRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots/{botId}/versions',
    summary: 'List what was published of a bot, newest first',
    document: `query ($botId: ID!, $limit: PageLimit = 50, $cursor: String) {
      bot(id: $botId) { versions(first: $limit, after: $cursor) {
        nodes { ${VERSION} } nextCursor } }
    }`,
    reply: { versions: 'bot.versions.nodes', nextCursor: 'bot.versions.nextCursor' },
    means: PAGE_MEANS,
    missing: { bot: 'BOT_NOT_FOUND' },
    query: PAGE_QUERY,
    needsToken: true,
    example: { reply: { versions: [version], nextCursor: null } },
  },
  {
    ...reading,
    path: '/v1/bots/{botId}/versions/{versionId}',
    summary: 'Read a version with what was published',
    document: `query ($botId: ID!, $versionId: ID!) {
      bot(id: $botId) { versionById(id: $versionId) { ${VERSION} definition } }
    }`,
    reply: { version: 'bot.versionById' },
    means: { version: 'The version' },
    example: { reply: { version: { ...version, definition: draft } } },
  },
  {
    ...reading,
    path: '/v1/bots/{botId}/versions/{versionId}/diff',
    summary: 'Tell what a version changed',
    document: `query ($botId: ID!, $versionId: ID!, $against: ID) {
      bot(id: $botId) { versionById(id: $versionId) { diff(against: $against) { ${CHANGE} } } }
    }`,
    reply: { changes: 'bot.versionById.diff' },
    query: [
      { name: 'against', description: 'The version to compare with; absent: the one before' },
    ],
    example: {
      reply: {
        changes: [
          {
            kind: 'TEXT_CHANGED',
            id: 'b1',
            groupId: 'g1',
            name: 'text',
            before: 'Who are you?',
            after: 'What is your name?',
            paths: null,
          },
        ],
      },
    },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/versions/{versionId}/restore',
    summary: 'Make a version the draft; what is live stays',
    document: `mutation ($input: RestoreVersionInput!) {
      restoreVersion(input: $input) { bot { raw } }
    }`,
    reply: { bot: 'restoreVersion.bot.raw' },
    body: {
      input: 'RestoreVersionInput',
      members: ['ifRevision'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: { ifRevision: 7 }, reply: { bot } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/versions/{versionId}/rollback',
    summary: 'Make new chats run a version again; the draft stays',
    document: `mutation ($input: VersionInput!) {
      rollbackBot(input: $input) { bot { publicId } version { id number } }
    }`,
    reply: { publicId: 'rollbackBot.bot.publicId', version: 'rollbackBot.version' },
    body: { input: 'VersionInput', members: [], isOptional: true, limit: 'chat' },
    needsToken: true,
    example: {
      body: {},
      reply: { publicId: 'lead-form-z8unqd7', version: { id: versionId, number: 1 } },
    },
  },
];
