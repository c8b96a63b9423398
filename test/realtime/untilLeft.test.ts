import { expect, test } from '@jest/globals';
import { createWakeUps } from '../../src/realtime/wakeUps.js';
import { untilLeft } from '../../src/resolvers/untilLeft.js';

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
