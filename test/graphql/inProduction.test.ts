import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readTrustedDocuments } from '../../src/graphql/trustedDocuments.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'info' };
  app = await startTestApp(settings, (line) => lines.push(line));
});
afterAll(async () => app.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const naming = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });
const reasonOf = (answer: unknown) => partAt(answer, 'errors.0.extensions.reason');

async function over(url: string, request: object): Promise<unknown> {
  const client = openWatcher(url);
  const answer = await new Promise((resolve) => {
    const sink = {
      next: resolve,
      error: (errors: unknown) => resolve({ errors }),
      complete: () => undefined,
    };
    client.subscribe({ query: '', ...request }, sink);
  });
  await client.dispose();
  return answer;
}

describe('the schema', () => {
  test('can be read as text, cached, and revalidated', async () => {
    const first = await fetch(`${app.url}/schema.graphql`);
    const stored = readFileSync(new URL('../../docs/schema.graphql', import.meta.url), 'utf8');
    expect(await first.text()).toBe(stored);
    expect(first.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const etag = first.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    const second = await fetch(`${app.url}/schema.graphql`, { headers });
    expect([second.status, await second.text()]).toEqual([304, '']);
  });

  test('is not served where that is switched off', async () => {
    const closed = await startTestApp({ SCHEMA_SERVED: 'off' });
    expect((await fetch(`${closed.url}/schema.graphql`)).status).toBe(404);
    await closed.close();
  });
});

// This test is before those that use up the names of operations.
test('the commands of the guide do what it says', async () => {
  const page = new URL('../../docs/guide/graphql-in-production.md', import.meta.url);
  const commands = [...readFileSync(page, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)];
  const script = commands.map(([, lines = '']) => `${lines}echo\n`).join('');
  const env = { ...process.env, PARLEY: app.url, TOKEN };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { env });
  expect(stdout).toMatch(/^"""/);
  expect(stdout.match(/PersistedQueryNotFound/g)).toHaveLength(1);
  expect(stdout.match(/"data":\{"viewer":\{"user"/g)).toHaveLength(3);
  expect(stdout).toMatch(/_count\{name="WhoAmI",outcome="ok"\} \d/);
});

// This test, too.
test('the metrics count subscriptions by the names of their operations', async () => {
  const transport = restOf(() => app);
  const { publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const query = 'subscription Inbox($id: ID!) { chatEvents(sessionId: $id) { seq } }';
  await over(app.url, { query, variables: { id: sessionId } });
  await over(app.url, { query });
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  expect(metrics).toMatch(/_duration_seconds_count\{name="Inbox",outcome="ok"\} 1/);
  expect(metrics).toMatch(/_duration_seconds_count\{name="Inbox",outcome="error"\} 1/);
});

describe('a query that is sent by its hash', () => {
  const query = '{ viewer { user { id } } }';

  test('is unknown until its text was sent along, and then known to all callers', async () => {
    const extensions = naming(query);
    const unknown = await queryGraphql(app.url, { extensions });
    expect(unknown).toMatchObject({
      status: 200,
      errors: [
        {
          message: 'PersistedQueryNotFound',
          extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', reason: 'PERSISTED_QUERY_NOT_FOUND' },
        },
      ],
    });
    const first = await queryGraphql(app.url, { query, extensions });
    expect(first.data).toMatchObject({ viewer: {} });
    expect((await queryGraphql(app.url, { extensions })).data).toEqual(first.data);
    const stranger = await queryGraphql(app.url, { extensions }, { token: null });
    expect(stranger.data).toEqual({ viewer: null });
  });

  test('can be sent with GET', async () => {
    const text = '{ __typename }';
    await queryGraphql(app.url, { query: text, extensions: naming(text) });
    const asked = new URLSearchParams({ extensions: JSON.stringify(naming(text)) });
    const headers = { 'apollo-require-preflight': '1', authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${app.url}/graphql?${asked}`, { headers });
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
  });

  test('is shared between HTTP and sockets', async () => {
    const text = 'query Kind { __typename }';
    const extensions = naming(text);
    expect(reasonOf(await over(app.url, { extensions }))).toBe('PERSISTED_QUERY_NOT_FOUND');
    const answer = { data: { __typename: 'Query' } };
    expect(await over(app.url, { query: text, extensions })).toMatchObject(answer);
    expect(await over(app.url, { extensions })).toMatchObject(answer);
    expect(await queryGraphql(app.url, { extensions })).toMatchObject(answer);
  });

  test('is refused if its hash is that of another text, or if it is too large', async () => {
    const extensions = naming('{ __typename }');
    expect(reasonOf(await queryGraphql(app.url, { query, extensions }))).toBe('QUERY_INVALID');
    expect(reasonOf(await over(app.url, { query, extensions }))).toBe('QUERY_INVALID');
    const aliases = Array.from({ length: 16 }, (_, n) => `b${n}: bot(id: "b") { id }`).join(' ');
    const large = { query: `{ ${aliases} }`, extensions: naming(`{ ${aliases} }`) };
    expect(reasonOf(await queryGraphql(app.url, large))).toBe('QUERY_TOO_LARGE');
    expect(
      reasonOf(await queryGraphql(app.url, { extensions: large.extensions })),
    ).not.toBeUndefined();
  });

  test('is dropped when a thousand others were sent', async () => {
    const text = 'query First { __typename }';
    await queryGraphql(app.url, { query: text, extensions: naming(text) });
    for (let n = 0; n < 1_000; n += 1) {
      const other = `query Other${n} { __typename }`;
      await queryGraphql(app.url, { query: other, extensions: naming(other) });
    }
    const answer = await queryGraphql(app.url, { extensions: naming(text) });
    expect(reasonOf(answer)).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});

test('an answer says what its query costs and may cost, also one that was refused for it', async () => {
  const list = (first: number) =>
    `{ viewer { workspaces(first: ${first}) { nodes { bots(first: ${first}) { nodes { versions(first: ${first}) { nodes { number } } } } } } } }`;
  const small = await queryGraphql(app.url, { query: list(2) });
  const cost = recordAt(small, 'extensions.cost');
  expect(cost).toEqual({ requestedQueryCost: expect.any(Number), maximumQueryCost: 100_000 });
  expect(recordAt(await over(app.url, { query: list(2) }), 'extensions.cost')).toEqual(cost);
  const large = await queryGraphql(app.url, { query: list(100) });
  expect(reasonOf(large)).toBe('QUERY_TOO_LARGE');
  expect(recordAt(large, 'extensions.cost')['requestedQueryCost']).toBeGreaterThan(100_000);
  expect(recordAt(small, 'extensions.cost')['requestedQueryCost']).toBeLessThan(10_000);
});

test('the log and the metrics have the names of operations, and only so many of them', async () => {
  await queryGraphql(app.url, { query: 'query WhoAmI { viewer { user { name } } }' });
  await queryGraphql(app.url, { query: `query ${'N'.repeat(300)} { __typename }` });
  await queryGraphql(app.url, { query: 'query Wrong { bot(id: "b") { flow { nothing } } }' });
  const logged = lines.map((line) => recordAt(JSON.parse(line)));
  expect(logged).toContainEqual(
    expect.objectContaining({ operation: 'viewer', operationName: 'WhoAmI' }),
  );
  const names = logged.map(({ operationName }) => String(operationName ?? ''));
  expect(names).toContain('N'.repeat(100));
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  const counted =
    /parley_graphql_operation_duration_seconds_count\{name="([^"]*)",outcome="\w+"\}/g;
  const labels = new Set([...metrics.matchAll(counted)].map(([, name]) => name));
  expect([...labels]).toEqual(expect.arrayContaining(['(none)', '(other)', 'Kind', 'Other0']));
  expect(labels.size).toBeLessThanOrEqual(202);
});

describe('a server that knows the documents of its clients', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-documents-'));
  const file = join(folder, 'persisted-documents.json');
  const trusted = 'query Known { viewer { user { name } } }';
  writeFileSync(file, JSON.stringify({ 'sha1-of-it': trusted }));
  afterAll(() => rmSync(folder, { recursive: true }));
  let said: string[] = [];
  let server: TestApp | undefined;
  const start = (mode: string) =>
    startTestApp(
      {
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
        TRUSTED_DOCUMENTS: file,
        TRUSTED_DOCUMENTS_MODE: mode,
      },
      (line) => said.push(line),
    );
  afterEach(async () => {
    await server?.close();
    said = [];
    server = undefined;
  });

  test('runs them by their ids, however these are sent', async () => {
    server = await start('enforce');
    const byHash = { extensions: { persistedQuery: { version: 1, sha256Hash: 'sha1-of-it' } } };
    expect((await queryGraphql(server.url, byHash)).data).toHaveProperty('viewer');
    expect((await queryGraphql(server.url, { documentId: 'sha1-of-it' })).data).toHaveProperty(
      'viewer',
    );
    expect(await over(server.url, byHash)).toHaveProperty('data.viewer');
    const spaced = '# ours\nquery Known {\n  viewer { user { name } }\n}';
    expect((await queryGraphql(server.url, { query: spaced })).data).toHaveProperty('viewer');
  });

  test('can refuse all others, over HTTP and a socket, also by their hashes', async () => {
    server = await start('enforce');
    const query = 'query Unknown { __typename }';
    const refused = await queryGraphql(server.url, { query, extensions: naming(query) });
    expect(refused).toMatchObject({
      status: 403,
      errors: [{ extensions: { code: 'FORBIDDEN', reason: 'DOCUMENT_NOT_TRUSTED' } }],
    });
    expect(reasonOf(await over(server.url, { query }))).toBe('DOCUMENT_NOT_TRUSTED');
    expect(reasonOf(await queryGraphql(server.url, { extensions: naming(query) }))).toBeDefined();
    const rest = await fetch(`${server.url}/v1/bots/none`, { method: 'GET' });
    expect(rest.status).toBe(401);
  });

  test('can also run other documents, and report which these are', async () => {
    server = await start('log');
    for (const name of ['Unknown', 'Unknown', 'Another']) {
      const { data } = await queryGraphql(server.url, { query: `query ${name} { __typename }` });
      expect(data).toEqual({ __typename: 'Query' });
    }
    await queryGraphql(server.url, { query: trusted });
    const names = said.map((line) => recordAt(JSON.parse(line))['operationName']);
    expect(names).toEqual(['Unknown', 'Another']);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('parley_graphql_untrusted_documents_total{name="Unknown"} 2');
  });

  test.each([
    ['is not there', undefined, /does not exist/],
    ['is no map', '["query { viewer { user { name } } }"]', /no JSON object/],
    ['is no JSON', '{', /no JSON object/],
    ['holds a text that is no document', '{"one":"query {"}', /document one .* does not parse/],
  ])('does not start with a file that %s', (_what, text, words) => {
    const other = join(folder, 'other.json');
    rmSync(other, { force: true });
    if (text !== undefined) writeFileSync(other, text);
    expect(() => readTrustedDocuments(other)).toThrow(words);
  });
});
