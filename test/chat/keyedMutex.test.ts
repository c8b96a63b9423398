import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { createKeyedMutex } from '../../src/chat/keyedMutex.js';

test('a call that waits for its chat keeps its position, however many other chats run meanwhile', async () => {
  const inOrder = createKeyedMutex();
  const done: string[] = [];
  let end = (): void => undefined;
  const first = inOrder('busy', async () => {
    await new Promise<void>((resolve) => (end = resolve));
    done.push('first');
  });
  const second = inOrder('busy', async () => void done.push('second'));
  for (let chat = 0; chat < 1_000; chat += 1) await inOrder(`ses_${chat}`, async () => undefined);
  const third = inOrder('busy', async () => void done.push('third'));
  expect([inOrder.isBusy('busy'), inOrder.isBusy('ses_0'), inOrder.isBusy('ses_999')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(done).toEqual([]);
  end();
  await Promise.all([first, second, third]);
  expect(done).toEqual(['first', 'second', 'third']);
  expect(inOrder.isBusy('busy')).toBe(false);
});

test('at most 64 calls of one key run or wait; calls of other keys are not counted', async () => {
  const inOrder = createKeyedMutex();
  let end = (): void => undefined;
  const first = inOrder('busy', () => new Promise<void>((resolve) => (end = resolve)));
  const waiting = Array.from({ length: 63 }, () => inOrder('busy', async () => undefined));
  const refused = inOrder('busy', async () => undefined);
  await expect(refused).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
  await inOrder('other', async () => undefined);
  end();
  await Promise.all([first, ...waiting]);
  await inOrder('busy', async () => undefined);
});

test('a call that waited too long is not run any more; after one that failed the next begins', async () => {
  const inOrder = createKeyedMutex();
  let fail = (_: Error): void => undefined;
  const first = inOrder('busy', () => new Promise<void>((_resolve, reject) => (fail = reject)), 1);
  const done: string[] = [];
  const late = inOrder('busy', async () => void done.push('late'), 1);
  const long = inOrder('busy', async () => void done.push('long'), 600_000);
  const unlimited = inOrder('busy', async () => void done.push('unlimited'));
  await expect(late).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
  await pause(20);
  fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await Promise.all([long, unlimited]);
  expect(done).toEqual(['long', 'unlimited']);
});

test('chats without waiting calls use no memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const used = () => {
    if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
    return process.memoryUsage().heapUsed;
  };
  const inOrder = createKeyedMutex();
  const before = used();
  for (let chat = 0; chat < 1_000; chat += 1) {
    await inOrder(`${chat} ${'x'.repeat(20_000)}`, async () => undefined);
  }
  // All of them take 20 MB, those since the last sweep of the queues at most 5 MB.
  expect(used() - before).toBeLessThan(10_000_000);
  expect(inOrder.isBusy('0')).toBe(false);
});
