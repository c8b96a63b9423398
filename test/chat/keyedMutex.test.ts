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
