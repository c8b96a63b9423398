import { invalid } from '../../errors/errors.js';
import type { Route, Sent } from '../route.js';
import { botId, resultId } from './exampleParts.js';
import { PAGE_MEANS, PAGE_QUERY } from './pages.js';

const RESULT = `id createdAt botId variables { id: variableId name value } isCompleted hasStarted isArchived
  answers { createdAt resultId blockId groupId variableId content storageUsed }`;

/** The conditions that `variable`, `equals` and `contains` express together. */
function matchOf({ variable, answerTo, equals, contains }: Sent['query']) {
  const held = {
    ...(equals !== undefined && { equals }),
    ...(contains !== undefined && { contains }),
  };
  if (variable !== undefined && answerTo !== undefined) {
    throw invalid([{ path: ['answerTo'], message: 'Send either `variable` or `answerTo`' }]);
  }
  if (variable !== undefined) return { variables: [{ variable, ...held }] };
  if (answerTo !== undefined) return { answers: [{ blockId: answerTo, ...held }] };
  if (Object.keys(held).length === 0) return {};
  throw invalid([
    { path: ['variable'], message: 'Say which variable, or the answer to which block' },
  ]);
}

/** The common properties of the endpoints of one result. */
const ofResult: Pick<Route, 'method' | 'missing' | 'needsToken'> = {
  method: 'get',
  missing: { bot: 'BOT_NOT_FOUND', 'bot.result': 'RESULT_NOT_FOUND' },
  needsToken: true,
};

const result = {
  id: resultId,
  createdAt: '2026-11-21T10:26:49.619Z',
  botId,
  variables: [{ id: 'v1', name: 'Name', value: 'Ada' }],
  isCompleted: true,
  hasStarted: true,
  isArchived: false,
  answers: [
    {
      createdAt: '2026-11-21T10:26:49.926Z',
      resultId,
      blockId: 'b2',
      groupId: 'g1',
      variableId: 'v1',
      content: 'Ada',
      storageUsed: 0,
    },
  ],
};

/** The endpoints of results. */
export const resultRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots/{botId}/results',
    summary: 'List the results of a bot, newest first',
    document: `query ($botId: ID!, $limit: PageLimit = 50, $cursor: String,
      $timeFilter: TimeFilter = LAST_7_DAYS, $timeZone: TimeZone = "UTC", $from: DateTime,
      $until: DateTime, $hasStarted: Boolean = null, $isCompleted: Boolean,
      $variables: [VariableMatchInput!], $answers: [AnswerMatchInput!], $restsAtBlockId: ID, $reachedBlockId: ID, $versionId: ID, $search: ShortText, $stage: ShortText) {
      bot(id: $botId) {
        results(first: $limit, after: $cursor, timeFilter: $timeFilter, timeZone: $timeZone,
          from: $from, until: $until, hasStarted: $hasStarted, isCompleted: $isCompleted,
          variables: $variables, answers: $answers,
          restsAtBlockId: $restsAtBlockId, reachedBlockId: $reachedBlockId, versionId: $versionId, search: $search, stage: $stage) {
          nodes { ${RESULT} }
          nextCursor
          searchedUntil
        }
      }
    }`,
    variables: ({ params, query }) => ({ botId: params['botId'], ...matchOf(query) }),
    reply: { results: 'bot.results.nodes', nextCursor: 'bot.results.nextCursor' },
    searchedUntil: 'bot.results.searchedUntil',
    means: { ...PAGE_MEANS, results: 'The results, newest first' },
    missing: { bot: 'BOT_NOT_FOUND' },
    query: [
      ...PAGE_QUERY,
      { name: 'timeFilter', description: 'When the results were created' },
      { name: 'timeZone', description: 'The IANA name of the zone whose days `timeFilter` counts' },
      { name: 'hasStarted', description: 'Only those with, or only those without an answer' },
      { name: 'isCompleted', description: 'Only those that came to the end, or did not' },
      { name: 'from', description: 'Only those created at or after this instant' },
      { name: 'until', description: 'Only those created before this instant' },
      {
        name: 'variable',
        type: 'ShortText',
        description: 'Only those in which this variable, by its name or id, holds something',
      },
      {
        name: 'answerTo',
        type: 'ID',
        description: 'Instead of `variable`: only those with an answer to the block with this id',
      },
      {
        name: 'restsAtBlockId',
        description: 'Only those whose chat rests now at the block with this id',
      },
      {
        name: 'reachedBlockId',
        description: 'Only those whose chat came to the block with this id',
      },
      {
        name: 'versionId',
        description: 'Only those that began with this version, or one that is the same',
      },
      { name: 'equals', type: 'ShortText', description: 'And it holds exactly this' },
      { name: 'contains', type: 'ShortText', description: 'And it holds this, in any case' },
      { name: 'stage', description: 'Those of this stage instead of those of live chats' },
      {
        name: 'search',
        description:
          'Only those where a variable, an answer, or the name or number in a messenger holds this text',
      },
    ],
    needsToken: true,
    example: { reply: { results: [result], nextCursor: null } },
  },
  {
    ...ofResult,
    path: '/v1/bots/{botId}/results/{resultId}',
    summary: 'Read a result',
    document: `query ($botId: ID!, $resultId: ID!) {
      bot(id: $botId) { result(id: $resultId) { ${RESULT} } }
    }`,
    reply: { result: 'bot.result' },
    means: { result: 'The result' },
    example: { reply: { result } },
  },
  {
    method: 'delete',
    path: '/v1/bots/{botId}/results',
    summary: 'Delete results of a bot',
    document: `mutation ($botId: ID!, $resultIds: [ID!], $all: Boolean) {
      deleteResults(input: { botId: $botId, resultIds: $resultIds, all: $all }) { deletedCount }
    }`,
    reply: { deletedCount: 'deleteResults.deletedCount' },
    query: [
      { name: 'resultIds', description: 'The ids of the results, parted by commas' },
      { name: 'all', description: '`true` deletes all of them, and only when it is said' },
    ],
    needsToken: true,
    example: { reply: { deletedCount: 2 } },
  },
];

/** The endpoints of a result's chat: its log and its transcript. */
export const resultChatRoutes: readonly Route[] = [
  {
    ...ofResult,
    path: '/v1/bots/{botId}/results/{resultId}/logs',
    summary: 'Read what was logged for a result',
    document: `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) {
      logs { id: logId createdAt resultId status description details } } } }`,
    reply: { logs: 'bot.result.logs' },
    example: {
      reply: {
        logs: [
          {
            id: `${resultId}.1`,
            createdAt: '2026-11-21T10:26:49.926Z',
            resultId,
            status: 'error',
            description: 'The request was answered with 503',
            details: { status: 503 },
          },
        ],
      },
    },
  },
  {
    ...ofResult,
    path: '/v1/bots/{botId}/results/{resultId}/transcript',
    summary: 'Read what was said in the chat of a result',
    document: `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) {
      transcript { role type text mediaUrl blockId at } } } }`,
    reply: { transcript: 'bot.result.transcript' },
    example: {
      reply: {
        transcript: [
          {
            role: 'BOT',
            type: 'text',
            text: 'What is your name?',
            mediaUrl: null,
            blockId: 'b1',
            at: '2026-11-21T10:26:49.619Z',
          },
          {
            role: 'USER',
            type: 'text',
            text: 'Ada',
            mediaUrl: null,
            blockId: 'b2',
            at: '2026-11-21T10:26:49.926Z',
          },
        ],
      },
    },
  },
];
