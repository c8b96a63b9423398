import { expect, test } from '@jest/globals';
import { createPreviewGate } from '../../src/chat/previewGate.js';

/** Work that ends on request. */
function held() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { work: () => done, end };
}

test('few restricted previews run at a time, for one address and in all, and the next runs when one ends', async () => {
  const gate = createPreviewGate({ perAddress: 2, inAll: 3 });
  const [one, two, three, four] = [held(), held(), held(), held()];
  const first = gate('a', one.work);
  const second = gate('a', two.work);
  const busy = { reason: 'PREVIEWS_BUSY', retryAfter: 1 };
  await expect(gate('a', async () => 'never')).rejects.toMatchObject(busy);
  const third = gate('b', three.work);
  await expect(gate('c', async () => 'never')).rejects.toMatchObject(busy);
  one.end();
  await first;
  const fourth = gate('c', four.work);
  for (const { end } of [two, three, four]) end();
  await Promise.all([second, third, fourth]);
  await expect(gate('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await Promise.all([1, 2].map((n) => gate('a', async () => n)))).toEqual([1, 2]);
});
