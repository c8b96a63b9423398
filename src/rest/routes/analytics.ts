import type { Route } from '../route.js';

const RANGE = `$timeFilter: TimeFilter = LAST_7_DAYS, $timeZone: TimeZone = "UTC", $versionId: ID`;
const GIVEN = 'timeFilter: $timeFilter, timeZone: $timeZone, versionId: $versionId';

const query: Route['query'] = [
  { name: 'timeFilter', description: 'When what is counted began' },
  { name: 'timeZone', description: 'The IANA name of the zone whose days `timeFilter` counts' },
  { name: 'versionId', description: 'Only what began with this version' },
];

const ofBot = {
  method: 'get',
  query,
  missing: { bot: 'BOT_NOT_FOUND' },
  needsToken: true,
} as const;

const answers = [{ blockId: 'b2', total: 17 }];

/** The endpoints of statistics of a bot. */
export const analyticsRoutes: readonly Route[] = [
  {
    ...ofBot,
    path: '/v1/bots/{botId}/analytics/stats',
    summary: 'Count the results of a bot',
    document: `query ($botId: ID!, ${RANGE}) { bot(id: $botId) {
      stats(${GIVEN}) { totalViews totalStarts totalCompleted } } }`,
    reply: 'bot.stats',
    example: { reply: { totalViews: 40, totalStarts: 17, totalCompleted: 12 } },
  },
  {
    ...ofBot,
    path: '/v1/bots/{botId}/analytics/totalAnswersInBlocks',
    summary: 'Count the answers of each block',
    document: `query ($botId: ID!, ${RANGE}) { bot(id: $botId) {
      blockStats(${GIVEN}) { answers { blockId total } } } }`,
    reply: { totalAnswersInBlocks: 'bot.blockStats.answers' },
    example: { reply: { totalAnswersInBlocks: answers } },
  },
  {
    ...ofBot,
    path: '/v1/bots/{botId}/analytics/totalVisitedEdges',
    summary: 'Count how often each edge was followed',
    document: `query ($botId: ID!, ${RANGE}) { bot(id: $botId) {
      blockStats(${GIVEN}) { edges { edgeId total } } } }`,
    reply: { totalVisitedEdges: 'bot.blockStats.edges' },
    example: { reply: { totalVisitedEdges: [{ edgeId: 'e1', total: 40 }] } },
  },
  {
    ...ofBot,
    path: '/v1/bots/{botId}/analytics/segments',
    summary: 'Count the results of a bot by source or variable',
    document: `query ($botId: ID!, ${RANGE}) { bot(id: $botId) { segments { source variableId name countedSince
      values(${GIVEN}) { value isOther totalViews totalStarts totalCompleted } } } }`,
    reply: { segments: 'bot.segments' },
    example: {
      reply: {
        segments: [
          {
            source: 'VARIABLE',
            variableId: 'v1',
            name: 'utm_source',
            countedSince: null,
            values: [
              {
                value: 'newsletter',
                isOther: false,
                totalViews: 40,
                totalStarts: 17,
                totalCompleted: 12,
              },
            ],
          },
        ],
      },
    },
  },
  {
    ...ofBot,
    path: '/v1/bots/{botId}/analytics/inDepthData',
    summary: 'Count answers, and edges off the usual way',
    document: `query ($botId: ID!, ${RANGE}) { bot(id: $botId) { blockStats(${GIVEN}) {
      answers { blockId total } offDefaultPath { id: edgeId total to { groupId blockId } } } } }`,
    reply: {
      totalAnswers: 'bot.blockStats.answers',
      offDefaultPathVisitedEdges: 'bot.blockStats.offDefaultPath',
    },
    example: {
      reply: {
        totalAnswers: answers,
        offDefaultPathVisitedEdges: [{ id: 'e2', total: 5, to: { groupId: 'g2', blockId: null } }],
      },
    },
  },
];
