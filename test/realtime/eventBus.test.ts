import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import type { Database } from '../../src/storage/database.js';
import { openNotifications } from '../../src/storage/bus/notifications.js';
import { namedByHost } from '../../src/storage/bus/nats.js';
import { openBus } from '../../src/storage/bus/openBus.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import {
  describeOverBuses,
  openBusServer,
  PASSWORD,
  type BusKind,
  type BusServer,
} from '../support/busServer.js';
import { authority } from '../support/certificates.js';
import { prepareData, startChildServer } from '../support/childServer.js';
import { createTestDatabase } from '../support/database.js';
import { recordAt } from '../support/parts.js';
import { standIn } from '../support/standIn.js';
import { bodyOf, openTransport } from '../support/transports.js';
import { beginChat, numbersTo, seqsOf } from '../support/twoServers.js';
import { until } from '../support/until.js';
import { listen } from '../support/useServer.js';
import { openWatcher, watch, type Watching } from '../support/watcher.js';

const FOR_EVER = 600_000;
const SILENT = 'no notifications';
const AGAIN = 'notifications from other processes arrive again';
const closers: (() => Promise<unknown>)[] = [];
const closeAll = async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
};

/** A server with a bus, and the lines of its log. */
async function startApp(settings: Readonly<Record<string, string>>, pollEvery = FOR_EVER) {
  const lines: string[] = [];
  const log = { LOG_LEVEL: 'info', NODE_ENV: 'production' };
  const app = await startTestApp({ ...log, ...settings }, (line) => lines.push(line), {
    timeouts: { pollEvery },
    // Do not wait at the start for a missing bus; a busy machine needs long time-outs.
    openNotices: (bus, handlers) =>
      openNotifications(bus, handlers, { arrivesWithin: 120_000, every: 60_000 }),
  });
  closers.push(app.close);
  const saidOf = (sentence: string) =>
    lines
      .map((line) => recordAt(JSON.parse(line)))
      .filter(({ msg }) => String(msg).includes(sentence));
  return { app, lines, saidOf };
}

const started = (server: { readonly app: TestApp } | undefined): TestApp => {
  if (!server) throw new Error('The servers are up only within a test');
  return server.app;
};

describeOverBuses('over', (kind) => {
  let bus: BusServer;
  beforeAll(async () => {
    bus = await openBusServer(kind);
    await bus.start();
  });
  afterAll(async () => {
    await closeAll();
    await bus.kill();
  });

  describe('a chat that is watched at other servers', () => {
    const servers: Awaited<ReturnType<typeof startApp>>[] = [];
    const transport = openTransport('REST', () => writer().url);
    const writer = (): TestApp => started(servers[0]);
    const allSaid = (sentence: string) => servers.map(({ saidOf }) => saidOf(sentence).length);
    beforeAll(async () => {
      servers.push(await startApp({ EVENT_BUS: bus.url }));
      const shared = { EVENT_BUS: bus.url, DATABASE_URL: writer().databaseUrl };
      servers.push(await startApp(shared), await startApp(shared, 50));
    });

    test('goes on while the bus is away, and nothing is missed or doubled when it is back', async () => {
      const chat = await beginChat(transport);
      const { sessionId } = chat;
      const watchers = servers.map(({ app }) => openWatcher(app.url));
      const watching = watchers.map((watcher) => watch(watcher, sessionId));
      const [, patient, polling] = watching;
      if (!patient || !polling) throw new Error('There are three servers');
      const say = async (message: string): Promise<number> => {
        await bodyOf(transport.continueChat({ sessionId, message }));
        return (await seqsOf(transport, chat)).length;
      };
      const seenBy = (some: readonly Watching[], count: number) =>
        Promise.all(some.map((one) => one.until(count)));

      // The server polls only after ten minutes, so this came over the bus.
      await seenBy(watching, await say('over the bus'));
      const before = allSaid(SILENT);
      await bus.kill();
      await until(() => allSaid(SILENT).every((count, index) => count > Number(before[index])));
      const whileAway = await say('without the bus');
      await seenBy([polling], whileAway);
      expect(patient.seen.length).toBeLessThan(whileAway);
      await bus.start();
      await seenBy(watching, whileAway);
      // Otherwise the last event counts as missed.
      await until(() => String(allSaid(AGAIN)) === String(allSaid(SILENT)));
      const last = await say('over the bus again');
      await seenBy(watching, last);
      for (const { seen } of watching) expect(seen.map(({ seq }) => seq)).toEqual(numbersTo(last));
      for (const watcher of watchers) await watcher.dispose();
      expect(allSaid(SILENT)).toEqual(before.map((count) => count + 1));
      expect(servers.flatMap(({ lines }) => lines).join('')).not.toContain('ses@me');
    });
  });

  test('servers of another database receive nothing', async () => {
    const openOn = async (url: string) => {
      const pool = new Pool({ connectionString: url });
      closers.push(() => pool.end());
      const storage = standIn<Database['storage']>({ pool });
      const arrived: string[] = [];
      const notices = openNotifications(
        openBus({ eventBus: bus.url }, standIn<Database>({ storage })),
        { onMessage: (text) => arrived.push(text), onConnected() {}, onDisconnected() {} },
      );
      closers.push(notices.close);
      await until(() => notices.isConnected());
      return { notices, arrived };
    };
    const databases = [await createTestDatabase(), await createTestDatabase()];
    closers.push(...databases.map(({ drop }) => drop));
    const [first, second] = databases.map(({ url }) => url);
    const [here, there, elsewhere] = [
      await openOn(String(first)),
      await openOn(String(first)),
      await openOn(String(second)),
    ];
    await here.notices.send('for one database');
    await until(() => there.arrived.includes('for one database'));
    await elsewhere.notices.send('for the other');
    await until(() => elsewhere.arrived.includes('for the other'));
    expect([here, there, elsewhere].map(({ arrived }) => arrived)).toEqual([
      ['for one database'],
      ['for one database'],
      ['for the other'],
    ]);
    // The server cannot know: a bus of several servers may be split.
    expect(elsewhere.notices.isAlone()).toBe(false);
  });

  test('a server with a wrong password says so without it, and serves chats', async () => {
    const wrong = bus.url.replace(/:[^:/]+@/, ':tell-nobody@');
    const { app, lines, saidOf } = await startApp({ EVENT_BUS: wrong }, 50);
    await until(() => saidOf(SILENT).length > 0);
    const host = new URL(bus.url).host;
    expect(saidOf(SILENT)).toMatchObject([
      { msg: expect.stringContaining(host), reason: expect.stringMatching(/WRONGPASS|authoriz/i) },
    ]);
    await beginChat(openTransport('REST', () => app.url));
    expect(lines.join('')).not.toMatch(/tell-nobody|ses@me/);
  });

  test('a server whose bus address never answers also says so', async () => {
    const silent = createServer((socket) => closers.push(async () => socket.destroy()));
    const port = await listen(silent);
    const { saidOf } = await startApp({ EVENT_BUS: bus.url.replace(/:\d+$/, `:${port}`) });
    await until(() => saidOf(SILENT).length > 0);
    expect(saidOf(SILENT)).toMatchObject([{ reason: expect.stringMatching(/time/i) }]);
    silent.close();
  });
});

describeOverBuses('with TLS, over', (kind) => {
  let bus: BusServer;
  beforeAll(async () => {
    bus = await openBusServer(kind, true);
    await bus.start();
  });
  afterAll(async () => {
    await closeAll();
    await bus.kill();
  });

  test('a certificate that nobody vouches for is refused, and so is a bus without TLS', async () => {
    const open = await openBusServer(kind);
    await open.start();
    closers.push(open.kill);
    const { protocol } = new URL(bus.url);
    const [unsure, strict] = await Promise.all([
      startApp({ EVENT_BUS: bus.url }),
      startApp({ EVENT_BUS: open.url.replace(/^\w+:/, protocol) }),
    ]);
    for (const { saidOf } of [unsure, strict]) await until(() => saidOf(SILENT).length > 0);
    expect(unsure.saidOf(SILENT)).toMatchObject([{ reason: expect.stringMatching(/certificate/) }]);
  });

  test('the processes of a server meet, if their authority vouches for the certificate', async () => {
    const texts: string[] = [];
    closers.push(await listenIn(kind, bus.url, (text) => texts.push(text)));
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-bus-'));
    // If this process is root, PostgreSQL runs as another user, who needs access.
    chmodSync(dataDir, 0o755);
    await prepareData(dataDir);
    writeFileSync(join(dataDir, 'authority.pem'), authority);
    const server = await startChildServer(dataDir, {
      WORKERS: '2',
      EVENT_BUS: bus.url,
      ADMIN_TOKEN: TOKEN,
      NODE_EXTRA_CA_CERTS: join(dataDir, 'authority.pem'),
    });
    closers.push(async () => {
      await server.end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    });
    await until(() => new Set(texts.filter((text) => text.startsWith('probe '))).size === 2);
    const { sessionId } = await beginChat(openTransport('REST', () => server.url));
    await until(() => texts.some((text) => text.includes(sessionId)));
    expect(server.lines.join('')).not.toMatch(SILENT);
  });
});

/** Calls back with everything that servers send over a bus; returns a function that stops this. */
async function listenIn(
  kind: BusKind,
  url: string,
  onText: (text: string) => void,
): Promise<() => Promise<unknown>> {
  const { hostname: host, port } = new URL(url);
  const tls = { ca: authority };
  if (kind === 'redis') {
    const account = { username: 'parley', password: PASSWORD, enableReadyCheck: false };
    const redis = new Redis({ host, port: Number(port), tls, ...account });
    redis.on('pmessage', (_pattern, _channel, text) => onText(text));
    await redis.psubscribe('parley.*');
    return async () => redis.disconnect();
  }
  const account = { user: 'parley', pass: PASSWORD };
  const nats = await connect({
    servers: `${host}:${port}`,
    tls: { ...tls, ...namedByHost(host) },
    ...account,
  });
  nats.subscribe('parley.>', { callback: (_, message) => onText(message.string()) });
  await nats.flush();
  return () => nats.close();
}
