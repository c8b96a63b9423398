import {
  BOT_MISSING,
  type Deleted,
  deletion,
  type GraphqlRow,
  mutation,
  row,
  type Shown,
} from './row.js';

/** A test in replies. */
interface BotTestShown extends Shown {
  readonly id: string;
  readonly name: string;
}

const REPLY = 'id name test createdAt updatedAt';
const COVERED = 'covered total missingIds';
const PATH = '/api/v1/bots/{botId}/tests';
const graphql = mutation('saveBotTest', 'SaveBotTestInput', `botTest { ${REPLY} }`);

const saved = {
  graphql,
  reply: { botTest: 'done.botTest' },
  fields: { '': 'botTest', botTest: REPLY },
};

const FILE = {
  fileName: 'greets.yaml',
  yaml: 'format: 1\nname: It greets\nnow: 2026-05-01T12:00:00Z\nseed: "1"\nsteps: []\n',
};

const test = { format: 1, now: '2026-05-01T12:00:00Z', seed: '1', steps: [] };

export const botTestRows = {
  listBotTests: row<{ tests: BotTestShown[] }>({
    rest: `GET ${PATH}`,
    graphql: `query ($botId: ID!) { bot(id: $botId) { tests { ${REPLY} } } }`,
    reply: { tests: 'bot.tests' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'tests', 'tests.0': REPLY },
  }),
  createBotTest: row<{ botTest: BotTestShown }>({
    ...saved,
    rest: `POST ${PATH}`,
    sent: { botId: '$botId', test: { ...test, name: '$newTestName' } },
    rule: 'writeBot',
    refuses: [
      [{ botId: '$botId' }, 'VALIDATION', 'test'],
      [{ botId: '$botId', test: { ...test, name: '' } }, 'VALIDATION', 'test.name'],
      [
        { botId: '$botId', test: { ...test, name: 'x', steps: [{ tell: 'x' }] } },
        'VALIDATION',
        'test.steps.0',
      ],
    ],
  }),
  saveBotTests: row<{ tests: BotTestShown[] }>({
    rest: `PUT ${PATH}`,
    graphql: mutation('saveBotTests', 'SaveBotTestsInput', `bot { tests { ${REPLY} } }`),
    reply: { tests: 'done.bot.tests' },
    sent: { botId: '$newBotId', files: [FILE] },
    fields: { '': 'tests', 'tests.0': REPLY },
    rule: 'writeBot',
    refuses: [
      [{ botId: '$botId', files: [{ ...FILE, yaml: 'name: [' }] }, 'VALIDATION', 'files.0'],
      [
        { botId: '$botId', files: [FILE, { ...FILE, yaml: 'format: 1' }] },
        'VALIDATION',
        'files.1.name',
      ],
      [{ botId: '$botId', files: [FILE, FILE] }, 'VALIDATION', 'tests.1.name'],
    ],
  }),
  readBotTestFiles: row<{ files: { fileName: string; yaml: string }[] }>({
    rest: 'GET /api/v1/bots/{botId}/testFiles',
    graphql: 'query ($botId: ID!) { botTestFiles(botId: $botId) { fileName yaml } }',
    reply: { files: 'botTestFiles' },
    sent: { botId: '$botId' },
    fields: { '': 'files', 'files.0': 'fileName yaml' },
    rule: 'readBot',
  }),
  updateBotTest: row<{ botTest: BotTestShown }>({
    ...saved,
    rest: `PATCH ${PATH}/{botTestId}`,
    sent: {
      botId: '$botId',
      botTestId: '$botTestId',
      test: { ...test, name: 'The bot still says hello' },
    },
    rule: 'writeBot',
    refuses: [
      [
        { botId: '$botId', botTestId: 'tst_none', test: { ...test, name: 'x' } },
        'BOT_TEST_NOT_FOUND',
      ],
    ],
  }),
  deleteBotTest: row<Deleted>({
    ...deletion,
    rest: `DELETE ${PATH}/{botTestId}`,
    graphql: mutation('deleteBotTest', 'DeleteBotTestInput', 'deletedId'),
    sent: { botId: '$botId', botTestId: '$newBotTestId' },
    rule: 'writeBot',
    refuses: [[{ botId: '$botId', botTestId: 'tst_none' }, 'BOT_TEST_NOT_FOUND']],
  }),
  runBotTests: row<{ run: { passed: number; failed: number } & Shown }>({
    rest: 'POST /api/v1/bots/{botId}/testRuns',
    graphql: mutation(
      'runBotTests',
      'RunBotTestsInput',
      `run { passed failed notRun results { name outcome step message diff transcript }
        coverage { groups { ${COVERED} } blocks { ${COVERED} } edges { ${COVERED} } outcomes { ${COVERED} } } }`,
    ),
    reply: { run: 'done.run' },
    sent: { botId: '$botId' },
    fields: {
      '': 'run',
      run: 'passed failed notRun results coverage',
      'run.results.0': 'name outcome step message diff transcript',
      'run.coverage': 'groups blocks edges outcomes',
      'run.coverage.groups': COVERED,
    },
    rule: 'runTests',
    refuses: [
      [{ botId: '$botId', versionId: 'ver_none' }, 'VERSION_NOT_FOUND'],
      [{ botId: '$botId', tests: [{ ...test, name: '' }] }, 'VALIDATION', 'tests.0.name'],
    ],
  }),
  recordBotTest: row<{ test: Shown; notes: string[] }>({
    rest: 'POST /api/v1/bots/{botId}/testRecordings',
    graphql: mutation('recordBotTest', 'RecordBotTestInput', 'test notes'),
    reply: { test: 'done.test', notes: 'done.notes' },
    sent: { botId: '$botId', resultId: '$resultId' },
    fields: { '': 'test notes' },
    rule: 'readResults',
    refuses: [
      [{ botId: '$botId' }, 'VALIDATION', 'sessionId'],
      [{ botId: '$botId', sessionId: 'ses_none' }, 'SESSION_NOT_FOUND'],
      [{ botId: '$botId', resultId: 'res_none' }, 'RESULT_NOT_FOUND'],
    ],
  }),
};

/** A schedule in replies; null where there is none. */
interface ScheduleShown extends Shown {
  readonly every: string;
  readonly nextAt: string;
  readonly isFailing: boolean;
  readonly ranAt: string | null;
  readonly lastRun: {
    readonly version: { readonly id: string; readonly number: number };
    readonly passed: number;
    readonly failed: number;
    readonly notRun: number;
    readonly failedNames: readonly string[];
  } | null;
}

const MEMBERS = 'every nextAt isFailing ranAt lastRun';

const SCHEDULE_SELECTED = `every nextAt isFailing ranAt
  lastRun { version { id number } passed failed notRun failedNames }`;

const SCHEDULE_PATH = '/api/v1/bots/{botId}/testSchedule';

export const testScheduleRows = {
  readTestSchedule: row<{ testSchedule: ScheduleShown | null }>({
    rest: `GET ${SCHEDULE_PATH}`,
    graphql: `query ($botId: ID!) { bot(id: $botId) { testSchedule { ${SCHEDULE_SELECTED} } } }`,
    reply: { testSchedule: 'bot.testSchedule' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'testSchedule' },
  }),
  setTestSchedule: row<{ testSchedule: ScheduleShown | null }>({
    rest: `PUT ${SCHEDULE_PATH}`,
    graphql: mutation(
      'setBotTestSchedule',
      'SetBotTestScheduleInput',
      `bot { testSchedule { ${SCHEDULE_SELECTED} } }`,
    ),
    reply: { testSchedule: 'done.bot.testSchedule' },
    sent: { botId: '$newBotId', every: 'DAY' },
    fields: { '': 'testSchedule', testSchedule: MEMBERS },
    rule: 'writeBot',
    refuses: [[{ botId: '$botId', every: 'MONTH' }, 'VALIDATION']],
  }),
};

const PARTS = 'covered total missingIds';
const COVERAGE = `groups { ${PARTS} } blocks { ${PARTS} } edges { ${PARTS} } outcomes { ${PARTS} }`;

const EXPLORATION = `seed turns chats states end coverage { ${COVERAGE} }
  coverageWithTests { ${COVERAGE} }
  notReached { groupId edgeId blockId itemId message }
  failures { code message groupId blockId isSampled transcript test }`;

export const explorationRows = {
  exploreFlow: row<{ exploration: Shown }>({
    rest: 'POST /api/v1/bots/{botId}/explore',
    graphql: mutation('exploreFlow', 'ExploreFlowInput', `exploration { ${EXPLORATION} }`),
    reply: { exploration: 'done.exploration' },
    sent: { botId: '$botId', turns: 40 },
    fields: {
      '': 'exploration',
      exploration: 'seed turns chats states end coverage coverageWithTests notReached failures',
    },
    rule: 'runTests',
    refuses: [
      [{ botId: '$botId', turns: 0 }, 'VALIDATION', 'turns'],
      [{ botId: '$botId', seconds: 61 }, 'VALIDATION', 'seconds'],
    ],
  }),
  findChatTo: row<{ chat: Shown | null }>({
    rest: 'POST /api/v1/bots/{botId}/parts/{partId}/chats',
    graphql: mutation('findChatTo', 'FindChatToInput', 'chat { isSampled transcript test }'),
    reply: { chat: 'done.chat' },
    sent: { botId: '$botId', partId: 'Start.1', turns: 40 },
    fields: { '': 'chat', chat: 'isSampled transcript test' },
    rule: 'runTests',
    refuses: [[{ botId: '$botId', partId: 'nowhere' }, 'VALIDATION', 'partId']],
  }),
};

export const explorationGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  flowExplored: { rule: 'runTests', sent: { turns: 40 } },
};
