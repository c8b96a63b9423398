import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { recordAt } from '../support/parts.js';
import { openRawSocket } from '../support/rawSocket.js';
import { databaseUrl, runOn } from '../support/testCluster.js';
import { openTransport } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished } from '../support/useApp.js';

/** A role that is no superuser, unlike that of other tests, so that limits apply to it. */
const role = `parley_${randomUUID().slice(0, 8)}`;
let database: TestDatabase;
let app: TestApp;
let publicId: string;
let lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await runOn(database.url, [`CREATE ROLE ${role} LOGIN`, `GRANT postgres TO ${role}`]);
  const url = new URL(database.url);
  url.username = role;
  const settings = { DATABASE_URL: url.href, LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  app = await startTestApp(settings, (line) => lines.push(line));
  ({ publicId } = await makePublished(
    openTransport('REST', () => app.url),
    botOf(interview),
  ));
});
afterEach(() => void (lines = []));
afterAll(async () => {
  await app.close();
  await database.drop();
  await runOn(databaseUrl(database.url, 'postgres'), [`DROP ROLE ${role}`]);
});

const name = () => new URL(database.url).pathname.slice(1);
const run = (...statements: string[]) => runOn(databaseUrl(database.url, 'postgres'), statements);
const endSessions = () =>
  run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`);

/** Makes writes fail with an error of PostgreSQL, since a test cannot fill the disk or the memory. */
const failWrites = (state: string) =>
  runOn(database.url, [
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE 'of a test' USING ERRCODE = '${state}'; END $$`,
    `CREATE FUNCTION fail_look() RETURNS event_trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE 'of a test' USING ERRCODE = '${state}'; END $$`,
    'CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON chat_session EXECUTE FUNCTION fail()',
    `CREATE EVENT TRIGGER fail ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
       EXECUTE FUNCTION fail_look()`,
  ]);
const letWrite = () =>
  runOn(database.url, [
    'DROP EVENT TRIGGER fail',
    'DROP TRIGGER fail ON chat_session',
    'DROP FUNCTION fail, fail_look',
  ]);

const outages = [
  {
    what: 'the disk of the database is full',
    says: 'the disk of the database is full',
    begin: () => failWrites('53100'),
    end: letWrite,
  },
  {
    what: 'the database is out of memory',
    says: 'the database has no memory left',
    begin: () => failWrites('53200'),
    end: letWrite,
  },
  {
    what: 'the database recovers after a crash',
    says: 'the database cannot be reached',
    begin: () => failWrites('57P03'),
    end: letWrite,
  },
  {
    what: 'the database can only be read, as after a failover',
    says: 'the database can only be read',
    async begin() {
      await run(`ALTER DATABASE "${name()}" SET default_transaction_read_only = on`);
      await endSessions();
    },
    // Open connections are not cut: the server itself must close them.
    end: () => run(`ALTER DATABASE "${name()}" RESET default_transaction_read_only`),
  },
  {
    what: 'others hold all connections',
    says: 'all connections to the database are taken',
    async begin() {
      await run(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
      await endSessions();
    },
    end: () => run(`ALTER ROLE ${role} CONNECTION LIMIT -1`),
  },
];

describe.each(outages)('while $what', ({ says, begin, end }) => {
  test('chats get 503 with a Retry-After, /readyz says why, the log has one line, and everything recovers', async () => {
    const socket = await openRawSocket(app.url);
    await socket.begin();
    await begin();
    // The first request may also fail because its connection was cut.
    await until(async () => (await startOverRest()).status === 503);
    for (let round = 0; round < 3; round += 1) {
      const rest = await startOverRest();
      expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await rest.json()).toMatchObject(refused);
      const graphql = await startOverGraphql();
      expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await graphql.json()).toMatchObject({ errors: [{ extensions: refused }] });
      const id = String(round);
      socket.send({ id, type: 'subscribe', payload: START() });
      const { payload } = await socket.until((message) => message.id === id);
      expect(payload).toMatchObject({ errors: [{ extensions: refused }] });
      await until(async () => (await readiness()).message.includes(says));
    }
    expect(socket.isOpen()).toBe(true);
    await end();
    await until(async () => (await fetch(`${app.url}/readyz`)).status === 200);
    await until(async () => (await startOverRest()).status === 200);
    socket.send({ id: 'after', type: 'subscribe', payload: START() });
    const { payload } = await socket.until(({ id }) => id === 'after');
    expect(payload).not.toHaveProperty('errors');
    socket.close();
    const written = lines.map((line) => String(recordAt(JSON.parse(line))['msg']));
    expect(written.filter((text) => text.startsWith(says))).toHaveLength(1);
    expect(written.filter((text) => text === 'the database works again').length).toBeGreaterThan(0);
    expect(written.filter((text) => text === 'bug' || text.includes('failed'))).toEqual([]);
  });
});

const refused = { code: 'SERVICE_UNAVAILABLE', reason: 'UNAVAILABLE' };

function startOverRest(): Promise<Response> {
  return fetch(`${app.url}/api/v1/bots/${publicId}/startChat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
}

const START = () => ({
  query: `mutation { startChat(input: { publicId: "${publicId}" }) { reply { sessionId } } }`,
});

function startOverGraphql(): Promise<Response> {
  return fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(START()),
  });
}

async function readiness(): Promise<{ message: string }> {
  const body = (await (await fetch(`${app.url}/readyz`)).json()) as { message?: string };
  return { message: body.message ?? '' };
}
