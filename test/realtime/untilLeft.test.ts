import { expect, test } from '@jest/globals';
import { openSchedule } from '../../src/realtime/serveSockets.js';
import { untilNews } from '../../src/realtime/wakeUps.js';
import { createWakeUps } from '../../src/realtime/wakeUps.js';
import { untilLeft } from '../../src/resolvers/watchAs.js';

const FOR_EVER = 600_000;

test('a stream ends when its client leaves, although there are no more events', async () => {
  const watch = createWakeUps({ pollEvery: FOR_EVER }).watch('bot_quiet');
  let isOver = false;
  async function* stream() {
    try {
      yield 'first';
      while (!watch.isClosed) await watch.next();
    } finally {
      isOver = true;
    }
  }
  const listened = untilLeft(watch, stream());
  expect(await listened.next()).toEqual({ done: false, value: 'first' });
  const next = listened.next();
  await listened.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(isOver).toBe(true);
});

test('a stream that was never read also ends its watch', async () => {
  const watch = createWakeUps({ pollEvery: FOR_EVER }).watch('bot_quiet');
  async function* stream() {
    yield 'first';
  }
  await untilLeft(watch, stream()).return?.();
  expect(watch.isClosed).toBe(true);
});

test('waiting for news ends when there is enough, before or meanwhile, and so does watching', async () => {
  const wakeUps = createWakeUps({ pollEvery: FOR_EVER });
  let watching = 0;
  const counted: typeof wakeUps = {
    ...wakeUps,
    watch(...ids) {
      const watch = wakeUps.watch(...ids);
      watching += 1;
      return { ...watch, close: () => void ((watching -= watch.isClosed ? 0 : 1), watch.close()) };
    },
  };
  const enough = new AbortController();
  const waiting = untilNews(counted, 'ses_1', { atMost: FOR_EVER, enough: enough.signal });
  expect(watching).toBe(1);
  enough.abort();
  await waiting;
  await untilNews(counted, 'ses_1', { atMost: FOR_EVER, enough: enough.signal });
  expect(watching).toBe(0);
});

test('many sockets are checked one after the other: each equally often, never all at the same moment', async () => {
  const looks = new Map<number, number>();
  let inOneMoment = 0;
  let most = 0;
  let enough = (): void => undefined;
  const twice = new Promise<void>((resolve) => (enough = resolve));
  const schedule = openSchedule<number>(200, (thing) => {
    if (inOneMoment === 0) setImmediate(() => (inOneMoment = 0));
    inOneMoment += 1;
    most = Math.max(most, inOneMoment);
    looks.set(thing, (looks.get(thing) ?? 0) + 1);
    if (looks.size === 100 && [...looks.values()].every((times) => times >= 2)) enough();
  });
  const leave = Array.from({ length: 100 }, (_, thing) => schedule.add(thing));
  await twice;
  schedule.stop();
  expect(most).toBe(10);
  expect(Math.max(...looks.values()) - Math.min(...looks.values())).toBeLessThanOrEqual(1);
  leave.forEach((out) => out());
});

test('a removed socket is not checked any more', async () => {
  const seen: string[] = [];
  let enough = (): void => undefined;
  const looked = new Promise<void>((resolve) => (enough = resolve));
  const schedule = openSchedule<string>(20, (thing) => {
    seen.push(thing);
    if (seen.length === 3) enough();
  });
  schedule.add('gone')();
  schedule.add('here');
  await looked;
  schedule.stop();
  expect(seen).toEqual(['here', 'here', 'here']);
});
