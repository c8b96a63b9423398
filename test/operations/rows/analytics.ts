import { BOT_MISSING, row } from './row.js';
import type { Shown } from './row.js';

interface Counted {
  readonly total: number;
}

const STATS = 'totalViews totalStarts totalCompleted';
const ANSWERS = 'blockId total';
const EDGES = 'edgeId total';
const SEGMENT = 'source variableId name countedSince';

const ofRange = (field: string, selection: string) => ({
  graphql: `query ($botId: ID!, $timeFilter: TimeFilter = LAST_7_DAYS, $timeZone: TimeZone = "UTC", $versionId: ID) {
    bot(id: $botId) {
      ${field}(timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId) { ${selection} } } }`,
  missing: BOT_MISSING,
  sent: { botId: '$botId' },
});

export const analyticsRows = {
  readStats: row<{ totalViews: number; totalStarts: number; totalCompleted: number }>({
    ...ofRange('stats', STATS),
    rest: 'GET /api/v1/bots/{botId}/analytics/stats',
    reply: { '': 'bot.stats' },
    fields: { '': STATS },
  }),
  countAnswers: row<{ totalAnswersInBlocks: (Counted & { blockId: string })[] }>({
    ...ofRange('blockStats', `answers { ${ANSWERS} }`),
    rest: 'GET /api/v1/bots/{botId}/analytics/totalAnswersInBlocks',
    reply: { totalAnswersInBlocks: 'bot.blockStats.answers' },
    fields: { '': 'totalAnswersInBlocks', 'totalAnswersInBlocks.0': ANSWERS },
  }),
  countEdges: row<{ totalVisitedEdges: (Counted & { edgeId: string })[] }>({
    ...ofRange('blockStats', `edges { ${EDGES} }`),
    rest: 'GET /api/v1/bots/{botId}/analytics/totalVisitedEdges',
    reply: { totalVisitedEdges: 'bot.blockStats.edges' },
    fields: { '': 'totalVisitedEdges', 'totalVisitedEdges.0': EDGES },
  }),
  countSegments: row<{ segments: { name: string; values: Shown[] }[] }>({
    ...ofRange('segments', ''),
    graphql: `query ($botId: ID!, $timeFilter: TimeFilter = LAST_7_DAYS, $timeZone: TimeZone = "UTC", $versionId: ID) {
      bot(id: $botId) { segments { ${SEGMENT}
        values(timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId) { value isOther ${STATS} } } } }`,
    rest: 'GET /api/v1/bots/{botId}/analytics/segments',
    reply: { segments: 'bot.segments' },
    fields: { '': 'segments' },
  }),
  countInDepth: row<{
    totalAnswers: (Counted & { blockId: string })[];
    offDefaultPathVisitedEdges: (Counted & { id: string; to: Shown })[];
  }>({
    ...ofRange(
      'blockStats',
      `answers { ${ANSWERS} } offDefaultPath { id: edgeId total to { groupId blockId } }`,
    ),
    rest: 'GET /api/v1/bots/{botId}/analytics/inDepthData',
    reply: {
      totalAnswers: 'bot.blockStats.answers',
      offDefaultPathVisitedEdges: 'bot.blockStats.offDefaultPath',
    },
    fields: { '': 'totalAnswers offDefaultPathVisitedEdges', 'totalAnswers.0': ANSWERS },
  }),
};
