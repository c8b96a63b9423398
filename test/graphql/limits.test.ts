import { describe, expect, test } from '@jest/globals';
import { buildSchema, execute, getIntrospectionQuery, isObjectType, parse } from 'graphql';
import { auditServer } from 'graphql-http';
import { chargeLists, findExcess, measureQuery, queryLimits } from '../../src/graphql/limits.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const schema = buildSchema(`
  type Query { thing: Thing, things(first: Int = 50, after: String, last: Int): Things }
  type Things { nodes: [Thing!]! edges: [Edge!]! }
  type Edge { node: Thing! }
  type Thing { id: ID! name: String thing: Thing things(first: Int): Things }
`);

describe('a query is measured', () => {
  const size = (query: string, variables: Record<string, unknown> = {}) =>
    measureQuery({ schema, document: parse(query), variables });

  test.each([
    ['a field', '{ thing { id } }', { depth: 2, aliases: 0, cost: 2 }],
    ['a page of so many', '{ things(first: 10) { nodes { id } } }', { depth: 3, cost: 21 }],
    ['a page from the end', '{ things(last: 3) { nodes { id } } }', { depth: 3, cost: 7 }],
    ['a page of the usual length', '{ things { nodes { id } } }', { depth: 3, cost: 101 }],
    [
      'a page in a page',
      '{ things(first: 10) { nodes { things(first: 10) { nodes { id } } } } }',
      { depth: 5, cost: 1 + 10 * (1 + 1 + 10 * 2) },
    ],
    ['other names', '{ a: thing { id } b: thing { c: id } }', { aliases: 3 }],
    [
      'parts of one kind',
      '{ thing { ... on Thing { name thing { id } } } }',
      { depth: 3, cost: 4 },
    ],
    [
      'fragments, wherever they are spread',
      '{ thing { ...A ...A } } fragment A on Thing { x: name thing { id } }',
      { depth: 3, aliases: 2, cost: 7 },
    ],
    [
      'introspection not at all',
      '{ __schema { types { name } } __typename }',
      { depth: 0, cost: 0 },
    ],
  ])('by %s', (_what, query, expected) => {
    expect(size(query)).toMatchObject(expected);
  });

  test.each([
    ['again and again', `{ ${'a: __schema { types { name } } '.repeat(4)} }`],
    ['under other names', '{ __schema { a: types { name } b: types { name } } }'],
    [
      'under other names in fragments',
      '{ __schema { types { ...T } } } fragment T on __Type { a: fields { name } b: fields { name } }',
    ],
  ])('and refused where it asks for the schema itself %s', (_, query) => {
    expect(findExcess({ schema, document: parse(query) })?.message).toMatch(/schema/);
  });

  test('and accepted if it reads the schema as tools do', () => {
    const document = parse(`${getIntrospectionQuery()}`);
    expect(findExcess({ schema, document })).toBeUndefined();
    const few = parse('{ a: __type(name: "Thing") { name } b: __type(name: "Edge") { name } }');
    expect(findExcess({ schema, document: few })).toBeUndefined();
  });

  test('by the length that a variable requests, its default, or the usual one', () => {
    const query = 'query ($n: Int = 5) { things(first: $n) { nodes { id } } }';
    expect(size(query, { n: 20 }).cost).toBe(41);
    expect(size(query).cost).toBe(11);
    expect(size(query.replace(' = 5', '')).cost).toBe(101);
  });

  test('as fast when fragments multiply', () => {
    const doubled = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on Thing { a: thing { ...F${n + 1} } b: thing { ...F${n + 1} } }`,
    );
    const query = `{ thing { ...F0 } } ${doubled.join(' ')} fragment F60 on Thing { id }`;
    expect(size(query).aliases).toBeGreaterThan(1e17);
  });
});

describe('a list that has more entries than stated', () => {
  const charged = buildSchema(`
    type Query { folders: [Folder!]! }
    type Folder { id: ID! bots(first: Int = 50): Bots }
    type Bots { ids: ID! }
  `);
  const query = charged.getType('Query');
  const folders = isObjectType(query) ? query.getFields()['folders'] : undefined;
  Object.assign(folders ?? {}, {
    extensions: { holds: 1 },
    resolve: () => Array.from({ length: 30 }, (_, id) => ({ id })),
  });
  chargeLists(charged);
  const document = parse('query ($n: Int) { folders { bots(first: $n) { ids } } }');

  /** A request that has passed the first check. */
  function admit(n: number) {
    const variables = { n };
    expect(findExcess({ schema: charged, document, variables })).toBeUndefined();
    return async () => {
      const { errors } = await execute({ schema: charged, document, variableValues: variables });
      return errors?.[0]?.message;
    };
  }

  test('is charged by the variables of its own request, whatever other requests use with the same document', async () => {
    const [modest, greedy, alsoModest] = [admit(1), admit(90_000), admit(1)];
    expect(await modest()).toBeUndefined();
    expect(await greedy()).toMatch('more fields than usual');
    expect(await alsoModest()).toBeUndefined();
  });

  test('is charged for all fields selected for it, in several places too', async () => {
    const split = parse('{ folders { id } folders { bots(first: 90000) { ids } } }');
    expect(findExcess({ schema: charged, document: split })).toBeUndefined();
    const { errors } = await execute({ schema: charged, document: split });
    expect(errors?.[0]?.message).toMatch('more fields than usual');
  });

  test('is charged for the length of its long texts', async () => {
    const texts = buildSchema('type Query { notes: [Note!]! } type Note { text: String! }');
    const [root, note] = ['Query', 'Note'].map((name) => texts.getType(name));
    const notes = isObjectType(root) ? root.getFields()['notes'] : undefined;
    const text = isObjectType(note) ? note.getFields()['text'] : undefined;
    Object.assign(notes ?? {}, { extensions: { holds: 10 }, resolve: () => [{}, {}, {}] });
    let length = 100;
    const resolve = () => 'x'.repeat(length);
    Object.assign(text ?? {}, { extensions: { isLong: true }, resolve });
    chargeLists(texts);
    const asked = { schema: texts, document: parse('{ notes { text } }') };
    expect(findExcess(asked)).toBeUndefined();
    expect((await execute({ ...asked, variableValues: {} })).errors).toBeUndefined();
    length = 2_000_000;
    const { errors } = await execute({ ...asked, variableValues: {} });
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('more fields than usual'),
    ]);
  });

  test('is not charged to a stored operation, which is not measured', async () => {
    const own = parse('{ folders { bots(first: 90000) { ids } } }');
    expect((await execute({ schema: charged, document: own })).errors).toBeUndefined();
  });
});

describe('the server', () => {
  const app = useApp();

  test('reports ten of the ten thousand faulty values of a query', async () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => at + 0.5);
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const { status, errors = [] } = await queryGraphql(app().url, { query, variables: { ids } });
    expect(status).toBe(400);
    const issues = [{ path: ['ids', '0'], message: 'Must be text' }];
    expect(errors[0]?.extensions).toMatchObject({ reason: 'VALIDATION', issues });
    expect(errors).toHaveLength(10);
  });

  test('refuses half a character in an id, which no database can store', async () => {
    const query = 'query ($id: ID!) { nodes(ids: [$id]) { id } }';
    const { errors = [] } = await queryGraphql(app().url, { query, variables: { id: '\ud83d' } });
    expect(errors[0]?.extensions).toMatchObject({
      reason: 'VALIDATION',
      issues: [{ path: ['ids'] }],
    });
  });

  const tooLarge = [
    ['too many other names', aliased(queryLimits.aliases + 1), /aliases/],
    ['too long', `{ ${'__typename '.repeat(3000)} }`, /token/i],
  ] as const;

  test.each(tooLarge)('refuses a query that is %s, over HTTP and over a socket', async (...row) => {
    const [, query, words] = row;
    const { status, errors, data } = await queryGraphql(app().url, { query });
    expect({ status, data: data ?? null }).toEqual({ status: 400, data: null });
    expect(errors?.[0]?.message).toMatch(words);
    expect(await overSocket(query)).toMatch(words);
  });

  test('has its own reason for a query that is too large', async () => {
    const { errors } = await queryGraphql(app().url, { query: aliased(16) });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'QUERY_TOO_LARGE',
    });
  });

  test('runs a query of exactly the largest size', async () => {
    const { data } = await queryGraphql(app().url, { query: aliased(15) });
    expect(data).toHaveProperty('b14', null);
  });

  async function overSocket(query: string): Promise<string> {
    const client = openWatcher(app().url);
    const answer = await new Promise((resolve, reject) => {
      client.subscribe({ query }, { next: reject, error: resolve, complete: () => undefined });
    });
    await client.dispose();
    return JSON.stringify(answer);
  }
});

describe('in production', () => {
  const app = useApp({ NODE_ENV: 'production' });

  test('nobody can read or guess the schema, over HTTP or over a socket', async () => {
    const client = openWatcher(app().url);
    for (const query of ['{ __schema { types { name } } }', '{ bots }', '{ bo(id: 1) }']) {
      const { errors } = await queryGraphql(app().url, { query });
      const answer = await new Promise((resolve, reject) => {
        client.subscribe({ query }, { next: reject, error: resolve, complete: () => undefined });
      });
      for (const said of [errors, answer]) {
        expect(said).toHaveProperty('0.extensions.reason', 'QUERY_INVALID');
        expect(JSON.stringify(said)).not.toMatch(/did you mean/i);
      }
    }
    await client.dispose();
  });

  test('there is no explorer', async () => {
    const response = await fetch(`${app().url}/graphql`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(400);
    expect((await fetch(`${app().url}/graphql/graphiql.js`)).status).not.toBe(200);
  });
});

function aliased(count: number): string {
  const fields = Array.from({ length: count }, (_, n) => `b${n}: bot(id: "none") { id }`);
  return `{ ${fields.join(' ')} }`;
}

describe('queries over HTTP:', () => {
  const app = useApp();

  test('GraphQL over HTTP passes every one of the 61 audits of graphql-http', async () => {
    const results = await auditServer({
      url: `${app().url}/graphql`,
      // Any page can make a browser send a plain GET, so the server requires a header that only a deliberate caller sends.
      fetchFn: (url: string, init: RequestInit = {}) =>
        fetch(url, { ...init, headers: { ...init.headers, 'apollo-require-preflight': '1' } }),
    });

    const faults = results.filter(({ status }) => status !== 'ok');
    expect(faults.map(({ id, name, status }) => `${status} ${id} ${name}`)).toEqual([]);
    expect(results).toHaveLength(61);
  });

  test('another page cannot make a browser run a query with a plain GET', async () => {
    const response = await fetch(`${app().url}/graphql?query=%7B__typename%7D`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
  });

  test('several operations in one request are refused', async () => {
    const { status, errors } = await queryGraphql(app().url, [
      { query: '{ __typename }' },
      { query: '{ __typename }' },
    ]);
    expect({ status, code: errors?.[0]?.extensions['code'] }).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
    });
  });
});
