import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { answerReadiness, type ReadinessPorts } from '../../src/http/readiness.js';
import { refuseBroken } from '../../src/rest/problem.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf, openTransport } from '../support/transports.js';
import { runOn } from '../support/testCluster.js';
import { makePublished } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';
import { recordAt } from '../support/parts.js';

let app: TestApp;
const lines: string[] = [];
const transport = openTransport('REST', () => app.url);

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'info', NODE_ENV: 'production' }, (line) => {
    lines.push(line);
  });
});
afterAll(async () => app.close());

describe('a server', () => {
  test('is ready once its database is running and up to date', async () => {
    const { status, body } = await get('/readyz');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  test('is not ready while its database lacks a migration', async () => {
    const [migration] = ['0001-foundation.sql'];
    await runOn(app.databaseUrl, [`UPDATE migration SET name = 'x' WHERE name = '${migration}'`]);
    const { status, body } = await get('/readyz');
    await runOn(app.databaseUrl, [`UPDATE migration SET name = '${migration}' WHERE name = 'x'`]);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'UNAVAILABLE',
      message: `Not ready: the database lacks ${migration}`,
    });
    expect((await get('/readyz')).status).toBe(200);
  });

  const ports: ReadinessPorts = {
    isDraining: () => false,
    findMissingMigrations: async () => [],
    outages: { note: () => false, current: () => undefined },
  };
  test.each([
    ['it was told to stop', { isDraining: () => true }, /stopping/],
    [
      'its database cannot be reached',
      { findMissingMigrations: () => Promise.reject(new Error('secret host')) },
      /^Not ready: the database does not answer$/,
    ],
    [
      'its database does not answer in time',
      { findMissingMigrations: () => new Promise<never>(() => undefined) },
      /does not answer/,
    ],
  ])('says no when %s', async (_why, fault, words) => {
    const { status, body } = await askReadiness({ ...ports, ...fault });
    expect(status).toBe(503);
    expect(body.message).toMatch(words);
  });
});

describe('every answer', () => {
  test.each([
    ['of REST', '/api/v1/bots/bot_none', {}],
    ['of a path nobody serves', '/nowhere', {}],
    ['of GraphQL', '/graphql', { method: 'POST', body: '{"query":"{ nothing }"}' }],
    ['of GraphQL that cannot be read', '/graphql', { method: 'POST', body: '{' }],
    ['of GraphQL sent by another page', '/graphql?query=x', {}],
  ])('%s carries the id that its error shows', async (_what, path, init) => {
    const { body, headers } = await get(path, init);
    const shown = body.requestId ?? body.errors?.[0]?.extensions.requestId;
    expect(shown).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('x-request-id')).toBe(shown);
  });

  test('that is successful also has a new request id', async () => {
    const ids = [await get('/healthz'), await get('/healthz')].map(({ headers }) =>
      headers.get('x-request-id'),
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe('the log', () => {
  test('has a line for each request, with its id and operation and without secrets', async () => {
    const { publicId } = await makePublished(transport, botOf(interview));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
    const { headers } = await get('/api/v1/bots/bot_none?token=abc');
    await queryGraphql(app.url, { query: '{ bot(id: "none") { id } }' });

    const written = lines
      .map((line) => recordAt(JSON.parse(line)))
      .filter(({ msg }) => msg === 'request');
    const requestId = headers.get('x-request-id');
    expect(written.find((line) => line['requestId'] === requestId)).toMatchObject({
      method: 'GET',
      url: '/api/v1/bots/bot_none?token=[hidden]',
      status: 404,
      operation: 'bot',
      ms: expect.any(Number),
    });
    expect(written).toContainEqual(
      expect.objectContaining({
        url: '/api/v1/sessions/[hidden]/continueChat',
        operation: 'continueChat',
      }),
    );
    expect(written).toContainEqual(
      expect.objectContaining({ url: '/graphql', operation: 'bot', status: 200 }),
    );
    expect(lines.join('')).not.toContain(sessionId);
    expect(lines.join('')).not.toContain(TOKEN);
  });
});

describe('the measurements', () => {
  test('count requests by operation, turns, sockets, connections and the lag of the loop', async () => {
    const turns = await measured('parley_turns_total');
    const { publicId } = await makePublished(transport, botOf(interview));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
    expect(await measured('parley_turns_total')).toBe(turns + 2);

    const client = openWatcher(app.url);
    const seen = new Promise<number>((resolve, reject) => {
      client.subscribe(
        { query: '{ __typename }' },
        {
          next: () => void measured('parley_open_sockets').then(resolve, reject),
          error: reject,
          complete: () => undefined,
        },
      );
    });
    expect(await seen).toBe(1);
    await client.dispose();

    const ofTurns = 'parley_request_duration_seconds_count{operation="continueChat",status="200"}';
    expect(await measured(ofTurns)).toBeGreaterThan(0);
    expect(await measured('parley_pool_connections')).toBeGreaterThan(0);
    expect(await measured('parley_pool_waiting')).toBe(0);
    // Pages of other origins cannot read them.
    const { headers } = await fetch(`${app.url}/metrics`, {
      headers: { origin: 'https://a.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    // Each request of the metrics begins a new count, which may still be empty at the next request.
    while (!((await measured('nodejs_eventloop_lag_p99_seconds')) > 0));
  });

  test('have a limited number of rows, whatever names callers give to operations', async () => {
    // Only the server's own rows: the process adds a row for each kind of garbage collection. Rows by names that callers choose
    // are counted in test/graphql/inProduction.test.ts.
    const row = /^parley_(?!graphql_operation_)/gm;
    const rows = async () => [...(await text('/metrics')).matchAll(row)].length;
    await queryGraphql(app.url, { query: 'query A { bot(id: "none") { id } }' });
    // Requests of the metrics are counted, too.
    await rows();
    const before = await rows();
    expect(before).toBeGreaterThan(0);
    for (const name of ['B', 'C', 'D']) {
      await queryGraphql(app.url, { query: `query ${name} { x: bot(id: "none") { id } }` });
    }
    expect(await rows()).toBe(before);
  });
});

/** The parts of a response that tests read, the same for all transports. */
interface Answer {
  readonly message?: string;
  readonly requestId?: string;
  readonly errors?: readonly { readonly extensions: { readonly requestId: string } }[];
}

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(`${app.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  });
  const body = (await response.json()) as Answer; // The shape of all transports.
  return { status: response.status, headers: response.headers, body };
}

async function text(path: string): Promise<string> {
  return (await fetch(`${app.url}${path}`)).text();
}

async function measured(name: string): Promise<number> {
  const line = (await text('/metrics')).split('\n').find((row) => row.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

async function askReadiness(ports: ReadinessPorts) {
  const server = createServer(
    express()
      .get('/readyz', answerReadiness(ports))
      .use(refuseBroken(() => undefined)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  const body = (await response.json()) as Answer; // A readiness report, or a failure.
  const answer = { status: response.status, body };
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return answer;
}
