import { BOT_MISSING, type GraphqlRow, mutation, row, type Shown } from './row.js';

/** A result in replies. */
export interface ResultShown extends Shown {
  readonly id: string;
  readonly answers: readonly ({ readonly content: string } & Shown)[];
  readonly variables: readonly Shown[];
}

interface LineShown extends Shown {
  readonly role: string;
  readonly text: string | null;
}

const RESULT = 'id createdAt botId variables isCompleted hasStarted isArchived answers';
const ANSWER = 'createdAt resultId blockId groupId variableId content storageUsed';
const VALUE = 'id name value';
const VALUE_ASKED = 'id: variableId name value';
const REPORT = 'found total same different stuck unknown byBlock chats nextCursor';
const LINE = 'role type text mediaUrl blockId at';

const SELECTED = RESULT.replace('variables', `variables { ${VALUE_ASKED} }`).replace(
  'answers',
  `answers { ${ANSWER} }`,
);

const ofResult = (selection: string) => ({
  graphql: `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) { ${selection} } } }`,
  missing: { ...BOT_MISSING, 'bot.result': 'RESULT_NOT_FOUND' },
  sent: { botId: '$botId', resultId: '$resultId' },
  refuses: [[{ botId: '$otherBotId', resultId: '$resultId' }, 'RESULT_NOT_FOUND']] as const,
});

export const resultRows = {
  listResults: row<{ results: ResultShown[]; nextCursor: string | null }>({
    rest: 'GET /api/v1/bots/{botId}/results',
    graphql: `query ($botId: ID!, $limit: PageLimit = 50, $cursor: String, $timeFilter: TimeFilter = LAST_7_DAYS,
      $timeZone: TimeZone = "UTC", $hasStarted: Boolean = null, $isCompleted: Boolean, $from: DateTime,
      $until: DateTime, $variables: [VariableMatchInput!], $answers: [AnswerMatchInput!], $restsAtBlockId: ID, $reachedBlockId: ID, $versionId: ID, $search: ShortText) { bot(id: $botId) {
      results(first: $limit, after: $cursor, timeFilter: $timeFilter, timeZone: $timeZone, hasStarted: $hasStarted,
        isCompleted: $isCompleted, from: $from, until: $until, variables: $variables, answers: $answers, restsAtBlockId: $restsAtBlockId, reachedBlockId: $reachedBlockId, versionId: $versionId, search: $search) {
        nodes { ${SELECTED} } nextCursor } } }`,
    reply: { results: 'bot.results.nodes', nextCursor: 'bot.results.nextCursor' },
    missing: BOT_MISSING,
    sent: { botId: '$botId', hasStarted: true },
    fields: { '': 'results nextCursor', 'results.0': RESULT, 'results.0.answers.0': ANSWER },
    refuses: [
      [{ botId: '$botId', limit: 101 }, 'VALIDATION', 'limit'],
      [{ botId: '$botId', limit: 10.5 }, 'VALIDATION', 'limit'],
      [{ botId: '$botId', cursor: 'nonsense' }, 'VALIDATION', 'cursor'],
      [{ botId: '$botId', timeZone: 'Mars/Base' }, 'VALIDATION', 'timeZone'],
      [{ botId: '$botId', from: '+270000-01-01T00:00:00.000Z' }, 'VALIDATION', 'from'],
      [{ botId: '$botId', until: '0000-01-01T00:00:00.000Z' }, 'VALIDATION', 'until'],
    ],
  }),
  getResult: row<{ result: ResultShown }>({
    ...ofResult(SELECTED),
    rest: 'GET /api/v1/bots/{botId}/results/{resultId}',
    reply: { result: 'bot.result' },
    fields: {
      '': 'result',
      result: RESULT,
      'result.answers.0': ANSWER,
      'result.variables.0': VALUE,
    },
  }),
  deleteResults: row<{ deletedCount: number }>({
    rest: 'DELETE /api/v1/bots/{botId}/results',
    graphql: mutation('deleteResults', 'DeleteResultsInput', 'deletedCount'),
    reply: { deletedCount: 'done.deletedCount' },
    sent: { botId: '$botId', resultIds: ['res_none'] },
    fields: { '': 'deletedCount' },
    rule: 'writeResults',
    refuses: [
      [{ botId: '$botId' }, 'VALIDATION', 'resultIds'],
      [{ botId: '$botId', all: true, resultIds: ['res_x'] }, 'VALIDATION', 'all'],
      [{ botId: '$botId', resultIds: ['res_x\0'] }, 'VALIDATION', 'resultIds'],
    ],
  }),
  replayChats: row<{ total: number; chats: Shown[] }>({
    rest: 'GET /api/v1/bots/{botId}/replay',
    graphql: `query ($botId: ID!, $versionId: ID, $days: Int = 7, $first: Int = 100, $after: String,
      $seconds: Int = 10) {
      replayChats(botId: $botId, versionId: $versionId, days: $days, first: $first, after: $after, seconds: $seconds) {
        found total same different stuck unknown byBlock { blockId groupTitle reason chats }
        chats { resultId outcome reason turn blockId was is } nextCursor } }`,
    reply: Object.fromEntries(REPORT.split(' ').map((name) => [name, `replayChats.${name}`])),
    sent: { botId: '$botId' },
    fields: { '': REPORT },
    rule: 'readResults',
    refuses: [
      [{ botId: '$botId', first: 0 }, 'VALIDATION', 'first'],
      [{ botId: '$botId', days: 0 }, 'VALIDATION', 'days'],
      [{ botId: '$botId', seconds: 61 }, 'VALIDATION', 'seconds'],
      [{ botId: '$botId', after: 'nonsense' }, 'VALIDATION', 'after'],
      [{ botId: '$botId', versionId: 'ver_none' }, 'VERSION_NOT_FOUND'],
    ],
  }),
  readLogs: row<{ logs: Shown[] }>({
    ...ofResult('logs { id: logId createdAt resultId status description details }'),
    rest: 'GET /api/v1/bots/{botId}/results/{resultId}/logs',
    reply: { logs: 'bot.result.logs' },
    fields: { '': 'logs' },
  }),
  readTranscript: row<{ transcript: LineShown[] }>({
    ...ofResult(`transcript { ${LINE} }`),
    rest: 'GET /api/v1/bots/{botId}/results/{resultId}/transcript',
    reply: { transcript: 'bot.result.transcript' },
    fields: { '': 'transcript', 'transcript.0': LINE },
  }),
};

export const resultGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  importResults: { rule: 'writeResults', sent: { results: [] } },
  saveResultsView: { rule: 'keepViews', sent: { name: 'Mine' } },
  deleteResultsView: { rule: 'writeResults' },
  chatsReplayed: { rule: 'readResults' },
  resultChanged: { rule: 'readResults' },
  blockStatsChanged: { rule: 'readBot' },
};

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
