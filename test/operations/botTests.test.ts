import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, refusalOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);
const anyone = { token: null };

const base = { format: 1, now: '2026-05-01T12:00:00Z', seed: '1' };
const welcomes = {
  ...base,
  name: 'A visitor is welcomed',
  steps: [{ say: 'Ada' }, { expect: { texts: ['Hi Ada, how old are you?'] } }],
};
const thanks = {
  ...base,
  name: 'An adult is thanked',
  steps: [{ say: 'Ada' }, { say: '40' }, { expect: { texts: ['Thanks Ada.'], ends: true } }],
};

async function rowCounts(): Promise<unknown> {
  return rowsOf(
    app().databaseUrl,
    `select (select count(*) from chat_session)::int as chats, (select count(*) from result)::int as results,
      (select count(*) from flow)::int as flows, (select count(*) from bot_count)::int + (select count(*) from count_delta)::int as counts`,
  );
}

test('the tests of a bot run on its draft or a version, and leave nothing', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const { version } = await bodyOf(rest.publishBot({ botId }));
  await bodyOf(rest.createBotTest({ botId, test: thanks }));
  const { botTest } = await bodyOf(rest.createBotTest({ botId, test: welcomes }));
  expect((await bodyOf(rest.listBotTests({ botId }))).tests.map(({ name }) => name)).toEqual([
    welcomes.name,
    thanks.name,
  ]);
  const before = await rowCounts();
  const { run } = await bodyOf(rest.runBotTests({ botId }));
  expect(run).toMatchObject({
    ...{ passed: 2, failed: 0, notRun: 0 },
    coverage: { groups: { covered: 1, total: 1 }, blocks: { covered: 5, missingIds: [] } },
  });
  expect(await rowCounts()).toEqual(before);

  const groups = { Start: [say('Welcome!'), ask('text input', 'Name'), say('Hello {{Name}}.')] };
  await bodyOf(rest.updateBot({ botId, bot: botOf({ ...interview, groups }) }));
  expect((await bodyOf(rest.runBotTests({ botId }))).run).toMatchObject({
    ...{ passed: 0, failed: 2 },
    results: [
      {
        name: welcomes.name,
        outcome: 'FAILED',
        step: 2,
        message: 'The bot says something else',
        diff: ['- Hi Ada, how old are you?', '+ Hello Ada.'],
        transcript: ['bot: Welcome!', '? text input', 'user: Ada', 'bot: Hello Ada.'],
      },
      { step: 2, message: 'The chat is over, so that nobody can go on', diff: [] },
    ],
  });
  const onVersion = await bodyOf(rest.runBotTests({ botId, versionId: version.id }));
  expect(onVersion.run).toMatchObject({ passed: 2, failed: 0 });
  const sent = [{ ...base, name: 'Sent along', steps: [{ expect: { texts: ['Welcome!'] } }] }];
  expect((await bodyOf(rest.runBotTests({ botId, tests: sent }))).run).toMatchObject({
    passed: 1,
    results: [{ name: 'Sent along', transcript: [] }],
  });
  await bodyOf(rest.deleteBotTest({ botId, botTestId: botTest.id }));
  expect((await bodyOf(rest.listBotTests({ botId }))).tests).toHaveLength(1);
});

test('tests that are kept in files are stored by their names, all or none, and come back as files', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  await bodyOf(rest.createBotTest({ botId, test: welcomes }));
  const fileOf = (one: object) => ({ fileName: 'a.json', yaml: JSON.stringify(one) });
  const sent = ['Élan: an adult?', 'Elan (an adult)'].map((name) => fileOf({ ...thanks, name }));
  const namesOf = async () => (await bodyOf(rest.listBotTests({ botId }))).tests;
  const [before] = await namesOf();
  const all = { botId, tests: [{ ...welcomes, seed: '2' }], files: sent };
  const { tests } = await bodyOf(rest.saveBotTests(all));
  expect(tests.map(({ name }) => name).sort()).toEqual([
    welcomes.name,
    'Elan (an adult)',
    'Élan: an adult?',
  ]);
  expect(tests.find(({ name }) => name === welcomes.name)).toMatchObject({
    id: before?.id,
    test: { seed: '2' },
  });
  const { files } = await bodyOf(rest.readBotTestFiles({ botId }));
  expect(files.map(({ fileName }) => fileName)).toEqual([
    'a-visitor-is-welcomed.yaml',
    ...['elan-an-adult.yaml', 'elan-an-adult-2.yaml'],
  ]);
  const back = files.slice(1);
  expect((await bodyOf(rest.runBotTests({ botId, files: back }))).run).toMatchObject({ passed: 2 });
  await bodyOf(rest.saveBotTests({ botId, files: back, deletesOthers: true }));
  expect(await namesOf()).toHaveLength(2);

  const many = Array.from({ length: 499 }, (_, n) => ({ ...welcomes, name: `Test ${n}` }));
  const { issues } = await refusalOf(rest.saveBotTests({ botId, tests: many }));
  expect(issues).toMatchObject([{ message: 'At most 500 tests of a bot' }]);
  const long = { ...thanks, variables: { Name: 'x'.repeat(60_000) } };
  const longer = Array.from({ length: 34 }, (_, n) => ({ ...long, name: `Long ${n}` }));
  expect((await refusalOf(rest.saveBotTests({ botId, tests: longer }))).issues).toMatchObject([
    { path: ['tests'], message: expect.stringContaining('characters together') },
  ]);
  const texts = longer.map(fileOf);
  expect((await refusalOf(rest.runBotTests({ botId, files: texts }))).issues).toMatchObject([
    { path: ['files'], message: expect.stringContaining('characters at once') },
  ]);
  expect((await refusalOf(rest.saveBotTests({ botId }))).reason).toBe('VALIDATION');
  expect(await namesOf()).toHaveLength(2);
});

test('the tests of a bot have a length that all can be listed with', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const long = (count: number) => ({
    ...welcomes,
    name: `Long ${count}`,
    variables: { Name: 'x'.repeat(60_000) },
  });
  for (let count = 0; count < 33; count += 1) {
    await bodyOf(rest.createBotTest({ botId, test: long(count) }));
  }
  const { issues } = await refusalOf(rest.createBotTest({ botId, test: long(33) }));
  expect(issues).toMatchObject([{ path: ['test'], message: expect.stringContaining('together') }]);
});

test('a test runs the linked bots that visitors reach', async () => {
  const target = await makePublished(rest, botOf({ groups: { Start: [say('Over here')] } }));
  const link = { type: 'Bot link', options: { botId: target.botId } };
  const flow = botOf({ groups: { Start: [say('This way'), link] } });
  const { bot } = await bodyOf(rest.createBot({ workspaceId: target.workspaceId, bot: flow }));
  const there = { ...base, name: 'It links', steps: [{ expect: { shows: ['Over here'] } }] };
  const { run } = await bodyOf(rest.runBotTests({ botId: bot.id, tests: [there] }));
  expect(run).toMatchObject({ passed: 1, failed: 0 });
});

test('a preview and a result become tests, which pass and can be stored', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  const preview = await bodyOf(rest.startPreview({ botId }));
  const visit = await bodyOf(rest.startChat({ publicId }, anyone));
  for (const { sessionId } of [preview, visit]) {
    await bodyOf(rest.continueChat({ sessionId, message: 'Grace' }, anyone));
    await bodyOf(rest.continueChat({ sessionId, message: '40' }, anyone));
  }
  const name = 'Somebody is thanked';
  const { sessionId } = preview;
  const own = await bodyOf(rest.recordBotTest({ botId, sessionId, name }));
  expect(own.test).toMatchObject({
    name,
    steps: [
      { expect: { texts: ['Welcome!'], input: { kind: 'text input' }, ends: false } },
      { say: 'Grace' },
      { expect: { texts: ['Hi Grace, how old are you?'] } },
      { say: '40' },
      { expect: { texts: ['Thanks Grace.'], input: null, ends: true } },
    ],
  });
  const { resultId = '' } = visit;
  const masked = await bodyOf(rest.recordBotTest({ botId, resultId }));
  expect(masked.test).toMatchObject({
    name: expect.stringContaining('Chat of 20'),
    steps: [{}, { say: 'Some text 1' }, {}, { say: '40' }, {}],
  });
  expect(JSON.stringify(masked)).not.toContain('Grace');
  const { run } = await bodyOf(rest.runBotTests({ botId, tests: [own.test, masked.test] }));
  expect(run).toMatchObject({ passed: 2, failed: 0 });
  await bodyOf(rest.createBotTest({ botId, test: own.test }));

  const ofVisitor = refusalOf(rest.recordBotTest({ botId, sessionId: visit.sessionId }));
  expect(await ofVisitor).toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  const branched = await bodyOf(rest.branchChat({ sessionId, turn: 2 }));
  const ofBranch = refusalOf(rest.recordBotTest({ botId, sessionId: branched.sessionId }));
  expect(await ofBranch).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('goes on from another'),
  });
});

test('no two tests of a bot have one name, and a bot has at most five hundred', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const { botTest } = await bodyOf(rest.createBotTest({ botId, test: welcomes }));
  const taken = { reason: 'VALIDATION', issues: [{ path: ['test', 'name'] }] };
  expect(await refusalOf(rest.createBotTest({ botId, test: welcomes }))).toMatchObject(taken);
  const again = { botId, botTestId: botTest.id, test: { ...welcomes, seed: '2' } };
  expect((await bodyOf(rest.updateBotTest(again))).botTest).toMatchObject({ test: { seed: '2' } });
  await rowsOf(
    app().databaseUrl,
    `insert into bot_test select 'tst_x' || n, bot_id, 'Test ' || n, test, created_at, updated_at
      from bot_test, generate_series(1, 499) n where id = $1`,
    [botTest.id],
  );
  expect(await refusalOf(rest.createBotTest({ botId, test: thanks }))).toMatchObject({
    reason: 'VALIDATION',
    message: expect.stringContaining('At most 500 tests'),
  });
  const { run } = await bodyOf(rest.runBotTests({ botId }));
  expect(run).toMatchObject({ passed: 500, failed: 0 });
});

test('a bot whose policy asks for tests is not published while one of them fails', async () => {
  const { botId } = await makePublished(rest, botOf(interview));
  const query = `mutation ($botId: ID!, $policy: PublishPolicy) {
    setBotPublishPolicy(input: { botId: $botId, policy: $policy }) { userErrors { message } } }`;
  const setPolicy = (policy: string) =>
    queryGraphql(app().url, { query, variables: { botId, policy } });
  await setPolicy('BLOCK_ERRORS_AND_TESTS');
  await bodyOf(rest.publishBot({ botId }));
  await bodyOf(rest.createBotTest({ botId, test: thanks }));
  await bodyOf(rest.publishBot({ botId }));
  const wrong = { ...thanks, name: 'Wrong', steps: [{ expect: { texts: ['Good day'] } }] };
  await bodyOf(rest.createBotTest({ botId, test: wrong }));
  expect(await refusalOf(rest.publishBot({ botId }))).toMatchObject({
    code: 'CONFLICT',
    reason: 'PUBLISH_REFUSED',
    message:
      'Tests do not pass: "Wrong", step 1: The bot says something else. Mend that, or send an overrideReason',
  });
  const publishing = `mutation ($botId: ID!) { publishBot(input: { botId: $botId }) {
    failedTests { name diff } issues { code } userErrors { reason } } }`;
  const { data } = await queryGraphql(app().url, { query: publishing, variables: { botId } });
  expect(data).toEqual({
    publishBot: {
      failedTests: [{ name: 'Wrong', diff: ['- Good day', '+ Welcome!'] }],
      issues: [],
      userErrors: [{ reason: 'PUBLISH_REFUSED' }],
    },
  });
  await bodyOf(rest.publishBot({ botId, overrideReason: 'The greeting changes on Monday' }));
  await setPolicy('BLOCK_ERRORS');
  await bodyOf(rest.publishBot({ botId }));
  await setPolicy('OFF');
  await bodyOf(rest.publishBot({ botId }));
});
