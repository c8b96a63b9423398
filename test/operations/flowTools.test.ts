import { beforeAll, describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { recordAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);
let botId: string;
beforeAll(async () => {
  const workspaceId = await makeWorkspace(rest);
  const groups = {
    Start: [say('Hello {{Name}} and {{Nobody}}'), ask('text input', 'Name')],
    End: [say('Hello again'), say('hello for the last time')],
  };
  const sketch = { variables: { Name: null }, groups };
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch) }));
  botId = bot.id;
});

/** A field of the bot. */
async function read(field: string): Promise<Shown> {
  const query = `query ($id: ID!) { bot(id: $id) { ${field} } }`;
  const { data, errors } = await queryGraphql(app().url, { query, variables: { id: botId } });
  expect(errors).toBeUndefined();
  return recordAt(data, 'bot');
}

test('an author sees where the variables of a draft are used, and which names no variable has', async () => {
  const shown = await read(
    'draftVariables { variableId name placeCount places { use blockId path } }',
  );
  const path = 'content.richText[0].children[0].text';
  expect(recordsAt(shown, 'draftVariables')).toEqual([
    {
      ...{ variableId: 'vName', name: 'Name', placeCount: 2 },
      places: [
        { use: 'SHOWN', blockId: 'Start.1', path },
        { use: 'SET', blockId: 'Start.2', path: 'options.variableId' },
      ],
    },
    {
      ...{ variableId: null, name: 'Nobody', placeCount: 1 },
      places: [{ use: 'SHOWN', blockId: 'Start.1', path }],
    },
  ]);
});

describe('an author finds a text in a draft', () => {
  const found =
    'nodes { blockId excerpt start end } pageInfo { hasNextPage hasPreviousPage } nextCursor';

  test('page by page, from both ends', async () => {
    const page = async (args: string) =>
      recordAt(
        await read(`searchFlow(text: "hello", kinds: [TEXT], ${args}) { ${found} }`),
        'searchFlow',
      );
    const first = await page('first: 2');
    expect(first).toMatchObject({
      nodes: [
        { blockId: 'Start.1', excerpt: 'Hello {{Name}} and {{Nobody}}', start: 0, end: 5 },
        { blockId: 'End.1', excerpt: 'Hello again' },
      ],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const last = { nodes: [{ blockId: 'End.2' }], nextCursor: null };
    expect(await page(`after: "${String(first['nextCursor'])}"`)).toMatchObject(last);
    expect(await page('last: 1')).toMatchObject({
      ...last,
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
  });

  test('in everything, unless it is said in what', async () => {
    const count = 'nodes { kind } ';
    const all = recordAt(await read(`searchFlow(text: "name") { ${count} }`), 'searchFlow');
    expect(recordsAt(all, 'nodes').map(({ kind }) => kind)).toEqual([
      ...['VARIABLE', 'ID', 'TEXT', 'VARIABLE', 'ID'],
    ]);
    const ids = recordAt(
      await read(`searchFlow(text: "name", kinds: [ID]) { ${count} }`),
      'searchFlow',
    );
    expect(recordsAt(ids, 'nodes')).toHaveLength(2);
  });
});

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
