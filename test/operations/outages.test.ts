import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { outageIn } from '../../src/errors/outage.js';
import { startTestApp, type TestApp, TOKEN } from '../support/app.js';
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

describe('a failure', () => {
  const state = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

  const cutOff = Object.assign(new Error('postmaster exited during a parallel transaction'), {
    code: '55000',
  });

  const lostWorker = Object.assign(
    new Error('failure on connection marked as essential: 127.0.0.1:5432'),
    { code: 'XX000' },
  );

  const refused = new Error('connect ECONNREFUSED 127.0.0.1:5432');

  test.each([
    ['a full disk', state('53100'), 'the disk of the database is full'],
    ['no memory', state('53200'), 'the database has no memory left'],
    ['no connection', state('53300'), 'all connections to the database are taken'],
    ['a limit of the disk for one query', state('53400'), 'the database has reached a limit'],
    ['a standby', state('25006'), 'the database can only be read'],
    ['a disk that fails', state('58030'), 'the database cannot read or write its files'],
    ['a password that was changed', state('28P01'), 'the database refuses the user'],
    ['a database that is gone', state('3D000'), 'the database refuses the user'],
    ['a shutdown', state('57P01'), 'the database cannot be reached'],
    ['a crash', state('57P02'), 'the database cannot be reached'],
    ['a crash while several processes make an index', cutOff, 'the database cannot be reached'],
    ['a worker of a cluster that crashes', lostWorker, 'the database cannot be reached'],
    ['a start or a recovery', state('57P03'), 'the database cannot be reached'],
    ['a connection that broke', state('08006'), 'the database cannot be reached'],
    ['a port where nobody listens', refused, 'the database cannot be reached'],
    ['a name with two such addresses', new AggregateError([refused, refused]), 'cannot be reached'],
    ['a name that nobody knows', new Error('getaddrinfo ENOTFOUND db'), 'cannot be reached'],
    ['a DNS that fails', new Error('getaddrinfo EAI_AGAIN db'), 'cannot be reached'],
    ['a socket file that is gone', new Error('connect ENOENT /run/.s.PGSQL.5432'), 'be reached'],
    ['an answer that breaks off', new Error('Connection terminated unexpectedly'), 'be reached'],
    [
      'a fault of GraphQL around it',
      new GraphQLError('x', { originalError: refused }),
      'be reached',
    ],
  ])('%s is an outage of the database: 503, try again in some seconds', (_what, error, why) => {
    const outage = outageIn(error);
    expect(outage?.why).toContain(why);
    expect(outage).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
    // The second time, the result is the same.
    expect(outageIn(outage)).toBe(outage);
  });

  test.each([
    ['a statement that is wrong', state('42601')],
    ['a conflict of two writes', state('40001')],
    ['a mistake of ours', new TypeError('x is not a function')],
    ['what is no error', 'thrown'],
  ])('%s is none', (_what, error) => expect(outageIn(error)).toBeUndefined());
});
