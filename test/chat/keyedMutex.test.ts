import { expect, test } from '@jest/globals';
import { createKeyedMutex } from '../../src/chat/keyedMutex.js';

test('who waits for a chat keeps the place, however many other chats go on meanwhile', async () => {
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

test('at most 64 calls of one key are under way or wait; those of other keys are not counted', async () => {
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

test('a call that waited for too long is not done any more; one that failed lets the next one begin', async () => {
  const inOrder = createKeyedMutex();
  let fail = (_: Error): void => undefined;
  const first = inOrder('busy', () => new Promise<void>((_resolve, reject) => (fail = reject)), 1);
  const done: string[] = [];
  const late = inOrder('busy', async () => void done.push('late'), 1);
  const patient = inOrder('busy', async () => void done.push('patient'), 600_000);
  await expect(late).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
  fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await patient;
  expect(done).toEqual(['patient']);
});
