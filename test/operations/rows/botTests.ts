import { BOT_MISSING, deletion, mutation, row } from './row.js';
import type { Deleted, Shown } from './row.js';

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
