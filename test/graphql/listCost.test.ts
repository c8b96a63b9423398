import { beforeAll, describe, expect, test } from '@jest/globals';
import { getNullableType, isListType, isObjectType } from 'graphql';
import { openPace } from '../../src/graphql/entriesInSteps.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { statedCostOf } from '../../src/schema/queryCost.js';
import { partAt } from '../support/parts.js';
import { rowsOf, statementsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);
const schema = buildGatewaySchema();

test('every list states its size, or is requested with a number', () => {
  const unbounded = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('__')) return [];
    const lists = Object.values(type.getFields()).filter(
      (field) => isListType(getNullableType(field.type)) && statedCostOf(field).holds === undefined,
    );
    return lists
      .filter(({ args }) => !args.some(({ name }) => name === 'limit'))
      .map(({ name }) => `${type.name}.${name}`);
  });
  expect(unbounded).toEqual([]);
});

test('a page that is requested with a number is charged once for its entries, not once more for each', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const pages = types
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ args }) => args.some(({ name }) => name === 'first' || name === 'limit'))
    .map(({ type }) => getNullableType(type))
    .filter(isObjectType);
  const chargedTwice = [...new Set(pages)].flatMap((page) =>
    Object.values(page.getFields())
      .filter((field) => isListType(getNullableType(field.type)))
      .filter((field) => statedCostOf(field).holds !== 'page')
      .map(({ name }) => `${page.name}.${name}`),
  );
  expect(chargedTwice).toEqual([]);
});

describe('folders that name their workspace, which names its folders', () => {
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = await makeWorkspace(rest);
    await makeFolders(60);
  });

  const nested = (levels: number): string =>
    levels === 0 ? 'id' : `folders { workspace { ${nested(levels - 1)} } }`;
  const ask = (levels: number) =>
    queryGraphql(app().url, {
      query: `query ($id: ID!) { workspace(id: $id) { ${nested(levels)} } }`,
      variables: { id: workspaceId },
    });

  test('are refused at three levels, before anything is read', async () => {
    const statements = await statementsOf(async () => {
      const { status, errors, data } = await ask(3);
      expect({ status, data: data ?? null }).toEqual({ status: 400, data: null });
      expect(errors?.[0]?.extensions).toMatchObject({ reason: 'QUERY_TOO_LARGE' });
      expect(errors?.[0]?.message).toMatch(/may hold \d{7} fields; 100000 are allowed; ask for/);
    });
    expect(statements.length).toBeLessThanOrEqual(1);
  });

  test('are read at two levels with as many statements as for one folder', async () => {
    const one = await makeWorkspace(rest);
    await bodyOf(rest.createFolder({ workspaceId: one }));
    const query = `query ($id: ID!) { workspace(id: $id) { ${nested(2)} } }`;
    const count = (id: string) =>
      statementsOf(async () => {
        const { data } = await queryGraphql(app().url, { query, variables: { id } });
        expect(data).toHaveProperty('workspace.folders.0.workspace.folders.0.workspace.id', id);
      });
    await ask(1); // From here on, the token is cached.
    const few = await count(one);
    expect((await count(workspaceId)).length).toBe(few.length);
  });

  async function makeFolders(count: number): Promise<void> {
    await rowsOf(
      app().databaseUrl,
      `insert into folder (id, workspace_id, name, created_at, updated_at)
        select 'fld_' || $1 || n, $1, 'Folder ' || n, now(), now() from generate_series(1, $2::int) n`,
      [workspaceId, count],
    );
  }
});

test('a list that is longer than usual is returned whole, as long as all lists together are not too large', async () => {
  const workspaceId = await makeWorkspace(rest);
  await rowsOf(
    app().databaseUrl,
    `insert into folder (id, workspace_id, name, created_at, updated_at)
      select 'fld_m' || n, $1, 'Folder ' || n, now(), now() from generate_series(1, 3000) n`,
    [workspaceId],
  );
  const read = async (fields: string) => {
    const query = `query ($id: ID!) { workspace(id: $id) { folders { ${fields} } } }`;
    return queryGraphql(app().url, { query, variables: { id: workspaceId } });
  };
  const { data } = await read('id');
  expect(partAt(data?.['workspace'], 'folders')).toHaveLength(3000);
  const { errors } = await read('id children { id name createdAt }');
  expect(errors?.[0]?.extensions).toMatchObject({ reason: 'QUERY_TOO_LARGE' });
});

/** The number of turns of the event loop so far. */
function countTurns(): { now: () => number; stop: () => void } {
  let turns = 0;
  let isOn = true;
  const next = () => {
    turns += 1;
    if (isOn) setImmediate(next);
  };
  setImmediate(next);
  return { now: () => turns, stop: () => (isOn = false) };
}

test('no turn of the event loop returns more entries than its limit, those of nested lists included', async () => {
  const pace = openPace(10);
  const turns = countTurns();
  const handed: number[] = [];
  const complete = async (entry: number | Promise<number>, inner: number): Promise<void> => {
    await entry;
    handed.push(turns.now());
    await Promise.all(
      pace(Array.from({ length: inner }, (_, n) => n)).map((one) => complete(one, 0)),
    );
  };
  await Promise.all(pace([...Array(25).keys()]).map((entry) => complete(entry, 7)));
  turns.stop();
  expect(handed).toHaveLength(25 * 8);
  const counts = handed.map((turn) => handed.filter((other) => other === turn).length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
});

test('a short list is returned at once', () => {
  expect(openPace(10)([1, 2, 3])).toEqual([1, 2, 3]);
});
