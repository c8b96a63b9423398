import type { Route } from '../route.js';
import { at, bot, draft, userId, versionId } from './exampleParts.js';
import { PAGE_MEANS, PAGE_QUERY } from './pages.js';

const VERSION = 'id number label createdAt isLive author { id name }';
const CHANGE = 'kind id: partId groupId name before after paths';
const ofVersion: Pick<Route, 'variables' | 'needsToken'> = {
  variables: ({ params }) => ({ botId: params['botId'], versionId: params['versionId'] }),
  needsToken: true,
};

const reading: Pick<Route, 'method' | 'missing'> = {
  method: 'get',
  missing: {
    bot: 'BOT_NOT_FOUND',
    'bot.versionById': 'VERSION_NOT_FOUND',
  },
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
    variables: ({ params }) => ({ botId: params['botId'] }),
    reply: { versions: 'bot.versions.nodes', nextCursor: 'bot.versions.nextCursor' },
    means: PAGE_MEANS,
    missing: { bot: 'BOT_NOT_FOUND' },
    query: PAGE_QUERY,
    needsToken: true,
    example: { reply: { versions: [version], nextCursor: null } },
  },
  {
    ...ofVersion,
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
    ...ofVersion,
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
    ...ofVersion,
    method: 'post',
    path: '/v1/bots/{botId}/versions/{versionId}/restore',
    summary: 'Make a version the draft; what is live stays',
    document: `mutation ($input: RestoreVersionInput!) {
      restoreVersion(input: $input) { bot { raw } }
    }`,
    variables: ({ params: { botId, versionId }, body }) => ({
      input: { botId, versionId, ifRevision: body['ifRevision'] },
    }),
    reply: { bot: 'restoreVersion.bot.raw' },
    body: {
      input: 'RestoreVersionInput',
      members: ['ifRevision'],
      isOptional: true,
      limit: 'chat',
    },
    example: { body: { ifRevision: 7 }, reply: { bot } },
  },
  {
    ...ofVersion,
    method: 'post',
    path: '/v1/bots/{botId}/versions/{versionId}/rollback',
    summary: 'Make new chats run a version again; the draft stays',
    document: `mutation ($input: VersionInput!) {
      rollbackBot(input: $input) { bot { publicId } version { id number } }
    }`,
    variables: ({ params: { botId, versionId } }) => ({ input: { botId, versionId } }),
    reply: { publicId: 'rollbackBot.bot.publicId', version: 'rollbackBot.version' },
    body: { input: 'VersionInput', members: [], isOptional: true, limit: 'chat' },
    example: {
      body: {},
      reply: { publicId: 'lead-form-z8unqd7', version: { id: versionId, number: 1 } },
    },
  },
];
