import { createConnection, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Client, Pool } from 'pg';
import { createNotifier } from '../../src/realtime/notifier.js';
import { openPubSub } from '../../src/realtime/pubsub.js';
import { createWakeUps } from '../../src/realtime/wakeUps.js';
import {
  type Notifications,
  openNotifications,
  type Probing,
} from '../../src/storage/bus/notifications.js';
import { postgresBus } from '../../src/storage/bus/postgresBus.js';
import { createTestDatabase } from '../support/database.js';
import { until } from '../support/until.js';
import { listen } from '../support/useServer.js';

const FOR_EVER = 600_000;
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `ses_${index}`);
const idsIn = (payloads: readonly string[]) =>
  payloads.flatMap((payload) => payload.split(' ').slice(1));

describe('the notifier of a process', () => {
  test('sends the ids of one moment together, each once, in payloads that PostgreSQL accepts', async () => {
    const payloads: string[] = [];
    const notifier = createNotifier('me', async (payload) => void payloads.push(payload));
    const ids = idsUpTo(2_000);
    for (const id of [...ids, ...ids]) notifier.tell(id);
    await notifier.idle();
    expect(idsIn(payloads).sort()).toEqual([...ids].sort());
    expect(payloads.length).toBeLessThan(5);
    expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThan(8_000);
    expect(payloads.every((payload) => payload.startsWith('me '))).toBe(true);
  });

  test('leaves out what is no id, so that it neither holds up the others nor is read as several', async () => {
    const payloads: string[] = [];
    const notifier = createNotifier('me', async (payload) => void payloads.push(payload));
    const long = Array.from({ length: 9 }, (_, place) => `ses_${place}${'é'.repeat(1_000)}`);
    for (const id of ['x *', `ses_${'é'.repeat(4_000)}`, 'ses_1', ...long]) notifier.tell(id);
    await notifier.idle();
    expect(idsIn(payloads)).toEqual(['ses_1', ...long]);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  });

  test('sends at most 200 payloads a second', async () => {
    let count = 0;
    const notifier = createNotifier('me', async () => void (count += 1));
    const started = performance.now();
    while (count < 20) {
      notifier.tell('ses_1');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await notifier.idle();
    // The first may be early, because a timer starts at the beginning of the turn of the event loop that sets it.
    expect(count).toBeLessThanOrEqual((performance.now() - started) / 5 + 3);
  });

  test('wakes all watchers instead if too many ids wait, and goes on after a payload that could not be sent', async () => {
    const payloads: string[] = [];
    const notifier = createNotifier('me', async (payload) => {
      payloads.push(payload);
      throw new Error('The database is away');
    });
    for (const id of idsUpTo(20_001)) notifier.tell(id);
    await notifier.idle();
    expect(payloads).toEqual(['me * ses_20000']);
    notifier.tell('ses_1');
    await notifier.idle();
    expect(payloads).toHaveLength(2);
  });
});

test('what cannot be sent is sent with the next attempt, and nothing of it twice', async () => {
  const payloads: string[] = [];
  let isAway = true;
  const notifier = createNotifier('me', async (payload) => {
    if (isAway) throw new Error('The bus is away');
    payloads.push(payload);
  });
  notifier.tell('ses_1');
  await notifier.idle();
  notifier.tell('ses_2');
  await notifier.idle();
  isAway = false;
  notifier.retry();
  await notifier.idle();
  notifier.retry();
  await notifier.idle();
  expect(payloads).toEqual(['me ses_1 ses_2']);
});

describe('the wake-ups of all processes', () => {
  const joined = () => {
    const sent: string[] = [];
    const send = async (payload: string) => void sent.push(payload);
    const bus = openPubSub({ pollEvery: FOR_EVER, send, isConnected: () => true });
    return { bus, sent };
  };

  test('wake the watchers of this process at once, and others by notifications', async () => {
    const [here, there] = [joined(), joined()];
    const near = here.bus.wakeUps.watch('ses_1').next();
    const far = there.bus.wakeUps.watch('ses_1').next();
    here.bus.wakeUps.announce('ses_1');
    await near;
    await here.bus.idle();
    expect(here.sent).toHaveLength(1);
    for (const payload of here.sent) there.bus.take(payload);
    await far;
  });

  test('do not come back to the process that sent them', async () => {
    const { bus, sent } = joined();
    bus.wakeUps.announce('ses_1');
    await bus.idle();
    const watch = bus.wakeUps.watch('ses_1');
    let isWoken = false;
    const waiting = watch.next().then(() => (isWoken = true));
    for (const payload of sent) bus.take(payload);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isWoken).toBe(false);
    bus.take('elsewhere *');
    await waiting;
    expect(isWoken).toBe(true);
  });
});

test('are not sent where no other process listens', async () => {
  const sent: string[] = [];
  const send = async (payload: string) => void sent.push(payload);
  let isAlone = true;
  const isConnected = () => true;
  const bus = openPubSub({ pollEvery: FOR_EVER, send, isConnected, isAlone: () => isAlone });
  const near = bus.wakeUps.watch('ses_1').next();
  bus.wakeUps.announce('ses_1');
  await near;
  await bus.idle();
  expect(sent).toEqual([]);
  isAlone = false;
  bus.wakeUps.announce('ses_1');
  await bus.idle();
  expect(sent).toHaveLength(1);
});

test('remove a chat from the cache if another process wrote it, but not if this one did', async () => {
  const forgotten: string[] = [];
  const memory = {
    topics: 'ses_',
    forget: (id: string) => void forgotten.push(id),
    forgetAll: () => void forgotten.push('all'),
  };
  const sent: string[] = [];
  const send = async (payload: string) => void sent.push(payload);
  const bus = openPubSub({
    pollEvery: FOR_EVER,
    send,
    isConnected: () => true,
    memories: [memory],
  });
  bus.wakeUps.announce('ses_1');
  await bus.idle();
  for (const payload of sent) bus.take(payload);
  expect(forgotten).toEqual([]);
  bus.take('elsewhere ses_1 moves:bot_1 ses_2');
  expect(forgotten).toEqual(['ses_1', 'ses_2']);
  bus.take('elsewhere *');
  bus.onMissed();
  expect(forgotten.slice(2)).toEqual(['all', 'all']);
});

test('let a watcher poll less and less often, and soon again after a wake-up', async () => {
  const wakeUps = createWakeUps({ pollEvery: 2, isConnected: () => true });
  const watch = wakeUps.watch('ses_1');
  const timers = jest.spyOn(globalThis, 'setTimeout');
  for (let count = 0; count < 5; count += 1) await watch.next();
  wakeUps.wake('ses_1');
  for (let count = 0; count < 3; count += 1) await watch.next();
  const waited = timers.mock.calls.map(([, milliseconds]) => milliseconds);
  timers.mockRestore();
  expect(waited).toEqual([4, 8, 16, 16, 16, 4, 8]);
  watch.close();
});

describe('notifications between processes on one database', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  });

  const openOn = async (url: string, listenUrl = url, probing?: Probing) => {
    const pool = new Pool({ connectionString: url });
    pool.on('error', () => undefined);
    const heard: string[] = [];
    const told: string[] = [];
    let step = (): void => undefined;
    const notices: Notifications = openNotifications(
      postgresBus({ url: listenUrl, pool }),
      {
        onMessage: (text) => (heard.push(text), step()),
        onConnected: () => (told.push('hearing'), step()),
        onDisconnected: () => (told.push('deaf'), step()),
      },
      probing,
    );
    closers.push(async () => {
      await notices.close();
      await pool.end();
    });
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise<void>((resolve) => (step = resolve));
    };
    return { notices, heard, told, until };
  };
  const database = async () => {
    const made = await createTestDatabase();
    closers.push(made.drop);
    return made.url;
  };

  test('arrive at all of them', async () => {
    const url = await database();
    const [one, other] = [await openOn(url), await openOn(url)];
    for (const { told, until } of [one, other]) await until(() => told.includes('hearing'));
    await one.notices.send('hello');
    for (const { heard, until } of [one, other]) await until(() => heard.includes('hello'));
    expect(other.heard).toEqual(['hello']);
  });

  test('need not be sent by a process that is alone, until another one comes', async () => {
    const url = await database();
    const probing = { every: 1_000, arrivesWithin: 50 };
    const alone = await openOn(url, url, probing);
    expect(alone.notices.isAlone()).toBe(false);
    await until(() => alone.notices.isAlone());
    const other = await openOn(url, url, probing);
    await until(() => other.notices.isConnected());
    await until(() => !alone.notices.isAlone());
    expect(other.notices.isAlone()).toBe(false);
    await other.notices.close();
    await until(() => alone.notices.isAlone());
  });

  test('arrive again after the connection broke, which is logged once', async () => {
    const url = await database();
    const one = await openOn(url);
    await one.until(() => one.notices.isConnected());
    const client = new Client(url);
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'parley notices' and datname = current_database()`);
    await client.end();
    await one.until(() => one.told.length === 3);
    expect(one.told).toEqual(['hearing', 'deaf', 'hearing']);
    await one.notices.send('again');
    await one.until(() => one.heard.includes('again'));
  });

  test('arrive again after the connection stopped working without ending', async () => {
    const url = await database();
    const way = await openMutable(url);
    closers.push(way.close);
    const one = await openOn(url, way.url, { every: 50, arrivesWithin: 500 });
    await one.until(() => one.notices.isConnected());
    way.mute();
    await one.until(() => one.told.length === 3);
    expect(one.told).toEqual(['hearing', 'deaf', 'hearing']);
    await one.notices.send('again');
    await one.until(() => one.heard.includes('again'));
  });

  test('are not needed if LISTEN is impossible', async () => {
    const url = await database();
    const one = await openOn(url, 'postgresql://127.0.0.1:1/none');
    await one.until(() => one.told.length === 1);
    expect(one.told).toEqual(['deaf']);
    expect(one.notices.isConnected()).toBe(false);
    await one.notices.send('to the others');
  });
});

/** A proxy to a database that can stop passing data on. */
interface MutableWay {
  readonly url: string;
  /** Open connections stay open, but carry no more data, as when a firewall has dropped their state. */
  mute(): void;
  close(): Promise<void>;
}

/** Opens a proxy on the loopback to the database at an address, which may name the folder of a socket. */
async function openMutable(url: string): Promise<MutableWay> {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname);
  const ways = new Set<{ isMute: boolean; end(): void }>();
  const server = createServer((near: Socket) => {
    const isFolder = host.startsWith('/');
    const far = isFolder
      ? createConnection(`${host}/.s.PGSQL.${port}`)
      : createConnection(Number(port || 5432), host);
    const way = { isMute: false, end: () => [near, far].forEach((side) => side.destroy()) };
    ways.add(way);
    far.on('data', (said) => !way.isMute && near.write(said));
    near.on('data', (said) => !way.isMute && far.write(said));
    for (const side of [near, far]) side.on('error', way.end).on('close', way.end);
  });
  const open = new URL(url);
  open.host = `127.0.0.1:${await listen(server)}`;
  return {
    url: open.href,
    mute: () => ways.forEach((way) => (way.isMute = true)),
    async close() {
      ways.forEach((way) => way.end());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
