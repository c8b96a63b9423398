import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { interview, botOf } from '../support/botOf.js';
import { say } from '../support/flowOf.js';
import { recordAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { eventually } from '../support/until.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);

const makeBot = async (): Promise<string> => {
  const workspaceId = await makeWorkspace(rest);
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(interview) }));
  return bot.id;
};
const RESULTS = 'select count(*) from result';

test('a person watches an exploration of a draft, which stores nothing and ends when they leave', async () => {
  const botId = await makeBot();
  const flows = 'select count(*) from flow';
  const before = await Promise.all([RESULTS, flows].map((sql) => rowsOf(app().databaseUrl, sql)));
  const socket = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const input = { botId, turns: 100_000, seconds: 60 };
  const stream = socket.iterate({
    query: `subscription ($input: ExploreFlowInput!) {
      flowExplored(input: $input) { turns end coverage { blocks { covered total } } } }`,
    variables: { input: { ...input, seed: 'a' } },
  });
  const first = await stream.next();
  expect(recordAt(first.value, 'data.flowExplored')).toMatchObject({ coverage: { blocks: {} } });
  await stream.return?.();
  await socket.dispose();
  // Their place is free again once the server notices.
  await eventually(async () => void (await bodyOf(rest.exploreFlow({ botId, turns: 1 }))));
  const after = await Promise.all([RESULTS, flows].map((sql) => rowsOf(app().databaseUrl, sql)));
  expect(after).toEqual(before);
});

test('an exploration of unsaved changes says what is wrong with them, and writes a test of it', async () => {
  const botId = await makeBot();
  const flow = botOf({ variables: { Name: null }, groups: { Start: [say('Hello {{Name}}')] } });
  const { exploration } = await bodyOf(rest.exploreFlow({ botId, flow, turns: 50 }));
  expect(exploration).toMatchObject({
    end: 'TURNS',
    failures: [
      { code: 'VALUE_MISSING', transcript: ['bot: Hello '], test: { format: 1, steps: [] } },
    ],
  });
});

test('what an exploration and the tests that pass came through is also counted together', async () => {
  const botId = await makeBot();
  const written = (name: string, ...steps: object[]) => {
    const test = { format: 1 as const, name, now: '2026-05-01T12:00:00Z', seed: '1', steps };
    return bodyOf(rest.createBotTest({ botId, test }));
  };
  await written('To the age', { say: 'Ada' });
  await written('Fails at the end', { say: 'Ada' }, { say: '30' }, { expect: { texts: ['No'] } });
  const explored = { botId, turns: 1, withTests: true };
  const { exploration } = await bodyOf(rest.exploreFlow(explored));
  expect(exploration).toMatchObject({
    coverage: { blocks: { covered: 2, total: 5 } },
    coverageWithTests: { blocks: { covered: 4 }, outcomes: { total: 0 } },
  });
  const alone = await bodyOf(rest.exploreFlow({ botId, turns: 1 }));
  expect(alone.exploration).toMatchObject({ coverageWithTests: null });
});
