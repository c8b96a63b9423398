import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf, refusalOf } from '../support/transports.js';
import { failure, REQUEST_ID } from '../support/failure.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';
import { partAt } from '../support/parts.js';

const app = useApp({ AUTHORING_BODY_LIMIT: '1 MB' });
const json = { 'content-type': 'application/json' };
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

async function post({ headers = json, body }: { headers?: Record<string, string>; body: string }) {
  const response = await fetch(`${app().url}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

test('an id that is too long is refused before anything is looked up, alone or with others', async () => {
  const ask = async (query: string, sent: unknown): Promise<unknown> =>
    JSON.parse((await post({ body: JSON.stringify({ query, variables: { sent } }) })).text);
  const one = (length: number) =>
    ask('query ($sent: ID!) { node(id: $sent) { id } }', 'b'.repeat(length));
  const two = (length: number) =>
    ask('query ($sent: [ID!]!) { nodes(ids: $sent) { id } }', ['b', 'b'.repeat(length - 1)]);
  const many = (count: number) =>
    ask('query ($sent: [ID!]!) { nodes(ids: $sent) { id } }', Array(count).fill('b'.repeat(2_000)));
  expect(await one(2_000)).toMatchObject({ data: { node: null } });
  expect(await two(2_001)).toMatchObject({ data: { nodes: [null, null] } });
  for (const answer of [await one(2_001), await two(2_002), await many(126)]) {
    expect(answer).toMatchObject({ errors: [{ extensions: { reason: 'VALIDATION' } }] });
  }
});

describe('GraphQL refuses with the same codes', () => {
  test.each([
    ['a syntax error', { query: '{ bot(' }, 'QUERY_INVALID'],
    ['an unknown field', { query: '{ bot(id: "x") { colour } }' }, 'QUERY_INVALID'],
    [
      'an unknown operation',
      { query: 'query A { bot(id: "x") { id } }', operationName: 'B' },
      'QUERY_INVALID',
    ],
    ['no query', {}, 'QUERY_INVALID'],
    ['a missing argument', { query: '{ bot { id } }' }, 'QUERY_INVALID'],
    ['a missing variable', { query: 'query ($id: ID!) { bot(id: $id) { id } }' }, 'VALIDATION'],
    [
      'a variable of the wrong type',
      { query: 'query ($id: ID!) { bot(id: $id) { id } }', variables: { id: {} } },
      'VALIDATION',
    ],
    [
      'variables that are a list',
      { query: '{ bot(id: "x") { id } }', variables: [] },
      'QUERY_INVALID',
    ],
    ['a NUL in an id', { query: '{ bot(id: "a\\u0000") { id } }' }, 'VALIDATION'],
    [
      'a subscription over HTTP',
      { query: 'subscription { chatEvents(sessionId: "x") { seq } }' },
      'QUERY_INVALID',
    ],
    [
      'a query of 10000 levels',
      { query: '{ bot(id: "x") '.padEnd(20_000, '{ a ') },
      'QUERY_INVALID',
    ],
    ['literals of 10000 levels', { query: `{ bot(id: ${deep(10_000)}) { id } }` }, 'QUERY_INVALID'],
  ])('%s', async (_case, request, reason) => {
    const { status, errors } = await queryGraphql(app().url, request);
    const [error] = errors ?? [];
    expect({ ...error?.extensions, message: error?.message }).toMatchObject(
      failure('BAD_REQUEST', reason),
    );
    expect([200, 400, 405]).toContain(status);
    expect(JSON.stringify(errors)).not.toContain('node_modules');
  });

  test.each([
    [
      'query ($id: String!) { bot(id: $id) { id } }',
      'Variable "$id" of type "String!" used in position expecting type "ID!".',
    ],
    ['query ($id: ID!) { bot(id: $id) { id } }', 'Not valid: id: Cannot be null'],
  ])('a variable misused or null, in whole words: %s', async (query, message) => {
    const { errors } = await queryGraphql(app().url, { query, variables: { id: null } });
    expect(errors).toMatchObject([{ message }]);
  });

  test('no token and a wrong token', async () => {
    for (const token of [null, 'nonsense']) {
      const { errors } = await queryGraphql(
        app().url,
        { query: '{ bot(id: "x") { id } }' },
        { token },
      );
      expect(errors).toMatchObject([
        { extensions: { code: 'UNAUTHORIZED', reason: 'UNAUTHENTICATED' } },
      ]);
    }
  });

  test('a body that is not JSON, of another type, or too large', async () => {
    for (const [asked, status, code] of [
      [{ body: '{"query": ' }, 400, 'PARSE_ERROR'],
      [{ body: JSON.stringify({ query: ' '.repeat(2_000_000) }) }, 413, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      const answer = await post(asked);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toMatchObject(failure(code, code));
    }
    const plain = { headers: { 'content-type': 'text/plain' }, body: '{ bot(id: "x") { id } }' };
    const { status, text } = await post(plain);
    expect(status).toBe(400);
    expect(partAt(JSON.parse(text), 'errors.0.extensions')).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('an internal error', () => {
  let broken: TestApp;
  const log: string[] = [];
  const ours = restOf(() => broken);

  beforeAll(async () => {
    broken = await startTestApp({ LOG_LEVEL: 'error', NODE_ENV: 'production' }, (line) =>
      log.push(line),
    );
  });
  afterAll(async () => broken.close());

  test('is logged with the request id that the caller gets, and its text is hidden from them', async () => {
    const made = await makePublished(ours, botOf(interview));
    await rowsOf(broken.databaseUrl, 'drop table chat_event');
    const refusal = await refusalOf(ours.startChat({ publicId: made.publicId }));
    expect(refusal).toEqual({
      ok: false,
      message: 'Something went wrong on our side',
      code: 'INTERNAL_SERVER_ERROR',
      reason: 'INTERNAL',
      requestId: expect.stringMatching(REQUEST_ID),
    });
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      requestId: refusal.requestId,
      err: { message: expect.stringContaining('chat_event') },
    });
  });

  test('is hidden in the same way by GraphQL and on a socket', async () => {
    await rowsOf(broken.databaseUrl, 'alter table chat_session rename to gone');
    const query = '{ chatEvents(sessionId: "x") { seq } }';
    const { errors } = await queryGraphql(broken.url, { query });
    const client = openWatcher(broken.url);
    const socketErrors = await watch(client, 'x').done.catch((thrown: unknown) => thrown);
    await client.dispose();
    for (const shown of [errors, socketErrors]) {
      expect(shown).toMatchObject([
        { message: 'Something went wrong on our side', extensions: { reason: 'INTERNAL' } },
      ]);
      expect(JSON.stringify(shown)).not.toContain('chat_session');
    }
  });

  test('does not stop the server when the database drops every connection', async () => {
    await bodyOf(ours.createWorkspace({ name: 'Before' }));
    await rowsOf(
      broken.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // Until the server has noticed the end of each connection.
    let after = await ours.createWorkspace({ name: 'After' });
    while (!after.ok) {
      expect(after).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'UNAVAILABLE' });
      after = await ours.createWorkspace({ name: 'After' });
    }
  });
});
