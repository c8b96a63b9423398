import type { Operation, Shown } from './transports.js';

interface Counted {
  readonly total: number;
}

interface Said extends Shown {
  readonly role: string;
  readonly text: string | null;
}

/** What the operations on results and their counts, beyond those of the interface, answer with. */
export interface ResultBodies {
  deleteResults: { deletedCount: number };
  readLogs: { logs: Shown[] };
  readTranscript: { transcript: Said[] };
  readStats: { totalViews: number; totalStarts: number; totalCompleted: number };
  countAnswers: { totalAnswersInBlocks: (Counted & { blockId: string })[] };
  countEdges: { totalVisitedEdges: (Counted & { edgeId: string })[] };
  countInDepth: {
    totalAnswers: (Counted & { blockId: string })[];
    offDefaultPathVisitedEdges: (Counted & { id: string; to: Shown })[];
  };
}

/** What a list of results is narrowed by, besides what the interface has. */
export const FILTERS = `$isCompleted: Boolean, $from: DateTime, $until: DateTime,
  $variables: [VariableMatchInput!], $search: ShortText`;
export const GIVEN =
  'isCompleted: $isCompleted, from: $from, until: $until, variables: $variables, search: $search';

const BOT_MISSING = { bot: 'BOT_NOT_FOUND' };
const RESULT_MISSING = { ...BOT_MISSING, 'bot.result': 'RESULT_NOT_FOUND' };
const ofResult = (asked: string): string =>
  `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) { ${asked} } } }`;
const stats = (field: string, asked: string): string =>
  `query ($botId: ID!, $timeFilter: TimeFilter = last7Days, $timeZone: TimeZone = "UTC", $versionId: ID) {
    bot(id: $botId) {
      ${field}(timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId) { ${asked} } } }`;

/** The operations on results, as callers of each transport write them. */
export const resultOperations: Readonly<Record<keyof ResultBodies, Operation>> = {
  deleteResults: {
    rest: 'DELETE /api/v1/bots/{botId}/results',
    graphql: `mutation ($input: DeleteResultsInput!) {
      done: deleteResults(input: $input) { deletedCount userErrors { code reason message path } } }`,
    reply: { deletedCount: 'done.deletedCount' },
  },
  readLogs: {
    rest: 'GET /api/v1/bots/{botId}/results/{resultId}/logs',
    graphql: ofResult('logs { id createdAt resultId status description details }'),
    reply: { logs: 'bot.result.logs' },
    missing: RESULT_MISSING,
  },
  readTranscript: {
    rest: 'GET /api/v1/bots/{botId}/results/{resultId}/transcript',
    graphql: ofResult('transcript { role type text mediaUrl blockId at }'),
    reply: { transcript: 'bot.result.transcript' },
    missing: RESULT_MISSING,
  },
  readStats: {
    rest: 'GET /api/v1/bots/{botId}/analytics/stats',
    graphql: stats('stats', 'totalViews totalStarts totalCompleted'),
    reply: { '': 'bot.stats' },
    missing: BOT_MISSING,
  },
  countAnswers: {
    rest: 'GET /api/v1/bots/{botId}/analytics/totalAnswersInBlocks',
    graphql: stats('blockStats', 'answers { blockId total }'),
    reply: { totalAnswersInBlocks: 'bot.blockStats.answers' },
    missing: BOT_MISSING,
  },
  countEdges: {
    rest: 'GET /api/v1/bots/{botId}/analytics/totalVisitedEdges',
    graphql: stats('blockStats', 'edges { edgeId total }'),
    reply: { totalVisitedEdges: 'bot.blockStats.edges' },
    missing: BOT_MISSING,
  },
  countInDepth: {
    rest: 'GET /api/v1/bots/{botId}/analytics/inDepthData',
    graphql: stats(
      'blockStats',
      'answers { blockId total } offDefaultPath { id total to { groupId blockId } }',
    ),
    reply: {
      totalAnswers: 'bot.blockStats.answers',
      offDefaultPathVisitedEdges: 'bot.blockStats.offDefaultPath',
    },
    missing: BOT_MISSING,
  },
};
