import type { Route } from '../route.js';
import { at, versionId } from './exampleParts.js';

const REPLY = 'id name test createdAt updatedAt';
const PARTS = 'covered total missingIds';
const RUN = `passed failed notRun results { name outcome step message diff transcript }
  coverage { groups { ${PARTS} } blocks { ${PARTS} } edges { ${PARTS} } outcomes { ${PARTS} } }`;
const PATH = '/v1/bots/{botId}/tests';

const botTestId = 'tst_0mwq9jvrn3cw1h3rngmptru9';
const name = 'The bot asks for a name';
const test = {
  format: 1,
  name,
  now: '2026-05-01T12:00:00Z',
  seed: '1',
  steps: [
    { expect: { input: { kind: 'text input' } } },
    { say: 'Ada' },
    { expect: { texts: ['Welcome, Ada!'], ends: true } },
  ],
};
const botTest = { id: botTestId, name, test, createdAt: at, updatedAt: at };
const file = {
  fileName: 'the-bot-asks-for-a-name.yaml',
  yaml: `format: 1
name: The bot asks for a name
now: 2026-05-01T12:00:00Z
seed: "1"
steps:
  - expect:
      input:
        kind: text input
`,
};
const all = { covered: 2, total: 2, missingIds: [] };

const saving = `mutation ($input: SaveBotTestInput!) {
  saveBotTest(input: $input) { botTest { ${REPLY} } }
}`;
const body = {
  input: 'SaveBotTestInput',
  members: ['test'],
  isOptional: false,
  limit: 'authoring',
} as const;

/** The endpoints of the written tests of bots. */
export const botTestRoutes: readonly Route[] = [
  {
    method: 'get',
    path: PATH,
    summary: 'List the written tests of a bot',
    document: `query ($botId: ID!) { bot(id: $botId) { tests { ${REPLY} } } }`,
    reply: { tests: 'bot.tests' },
    means: { tests: 'The tests, by their names' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { tests: [botTest] } },
  },
  {
    method: 'post',
    path: PATH,
    summary: 'Create a written test of a bot',
    document: saving,
    reply: { botTest: 'saveBotTest.botTest' },
    body,
    needsToken: true,
    example: { body: { test }, reply: { botTest } },
  },
  {
    method: 'put',
    path: PATH,
    summary: 'Save written tests of a bot by their names: all or none',
    document: `mutation ($input: SaveBotTestsInput!) {
      saveBotTests(input: $input) { bot { tests { ${REPLY} } } }
    }`,
    reply: { tests: 'saveBotTests.bot.tests' },
    means: { tests: 'All tests of the bot, by their names' },
    body: {
      input: 'SaveBotTestsInput',
      members: ['tests', 'files', 'deletesOthers'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: { body: { files: [file], deletesOthers: true }, reply: { tests: [botTest] } },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/testFiles',
    summary: 'Read the written tests of a bot as files in YAML',
    document: `query ($botId: ID!) { botTestFiles(botId: $botId) { fileName yaml } }`,
    reply: { files: 'botTestFiles' },
    means: { files: 'A file for each test, in the order of their names' },
    needsToken: true,
    example: { reply: { files: [file] } },
  },
  {
    method: 'patch',
    path: `${PATH}/{botTestId}`,
    summary: 'Replace a written test of a bot',
    document: saving,
    reply: { botTest: 'saveBotTest.botTest' },
    body,
    needsToken: true,
    example: { body: { test }, reply: { botTest } },
  },
  {
    method: 'delete',
    path: `${PATH}/{botTestId}`,
    summary: 'Delete a written test of a bot',
    document: `mutation ($botId: ID!, $botTestId: ID!) {
      deleteBotTest(input: { botId: $botId, botTestId: $botTestId }) { deletedId }
    }`,
    reply: { deletedId: 'deleteBotTest.deletedId' },
    needsToken: true,
    example: { reply: { deletedId: botTestId } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/testRuns',
    summary: 'Run the written tests of a bot',
    document: `mutation ($input: RunBotTestsInput!) { runBotTests(input: $input) { run { ${RUN} } } }`,
    reply: { run: 'runBotTests.run' },
    body: {
      input: 'RunBotTestsInput',
      members: ['versionId', 'tests', 'files'],
      isOptional: true,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { tests: [test] },
      reply: {
        run: {
          ...{ passed: 0, failed: 1, notRun: 0 },
          results: [
            {
              ...{ name, outcome: 'FAILED', step: 3, message: 'The bot says something else' },
              diff: ['- Welcome, Ada!', '+ Welcome Ada'],
              transcript: ['? text input', 'user: Ada', 'bot: Welcome Ada'],
            },
          ],
          coverage: { groups: all, blocks: all, edges: all, outcomes: all },
        },
      },
    },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/testRecordings',
    summary: 'Make a written test of a chat that took place',
    document: `mutation ($input: RecordBotTestInput!) { recordBotTest(input: $input) { test notes } }`,
    reply: { test: 'recordBotTest.test', notes: 'recordBotTest.notes' },
    body: {
      input: 'RecordBotTestInput',
      members: ['sessionId', 'resultId', 'name'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { resultId: 'res_0mwq9jvrn3cw1h3rngmptru9', name },
      reply: { test, notes: ['Answers are as they were; what looks like a secret is ***'] },
    },
  },
];

const SCHEDULE = `every nextAt isFailing ranAt
  lastRun { version { id number } passed failed notRun failedNames }`;
const SCHEDULE_PATH = '/v1/bots/{botId}/testSchedule';

const testSchedule = {
  ...{ every: 'DAY', nextAt: at, isFailing: true, ranAt: at },
  lastRun: {
    ...{ version: { id: versionId, number: 2 }, passed: 11, failed: 1, notRun: 0 },
    failedNames: ['The bot asks for a name'],
  },
};

/** The endpoints of the schedules by which the tests of bots run. */
export const testScheduleRoutes: readonly Route[] = [
  {
    method: 'get',
    path: SCHEDULE_PATH,
    summary: 'Read when the tests of a bot run on what is live, and how they last went',
    document: `query ($botId: ID!) { bot(id: $botId) { testSchedule { ${SCHEDULE} } } }`,
    reply: { testSchedule: 'bot.testSchedule' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { testSchedule } },
  },
  {
    method: 'put',
    path: SCHEDULE_PATH,
    summary: 'Set how often the tests of a bot run on what is live',
    document: `mutation ($input: SetBotTestScheduleInput!) {
      setBotTestSchedule(input: $input) { bot { testSchedule { ${SCHEDULE} } } }
    }`,
    reply: { testSchedule: 'setBotTestSchedule.bot.testSchedule' },
    body: {
      input: 'SetBotTestScheduleInput',
      members: ['every'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: { body: { every: 'DAY' }, reply: { testSchedule } },
  },
];
