import { expect, test } from '@jest/globals';
import { REMEMBERED_CALLERS, createRateLimits } from '../../src/rateLimits/limits.js';

test('a caller who is counted under no limit is never refused', async () => {
  const limits = createRateLimits({ changes: { session: null }, shared: undefined });
  expect(await limits.count('session', 'ses_1')).toBeUndefined();
});

test('invented callers cannot fill the memory: the least recently seen are dropped', async () => {
  const session = { most: 9, seconds: 3600 };
  const limits = createRateLimits({ changes: { session }, shared: undefined });
  const remaining = async (key: string) => (await limits.count('session', key))?.remaining;
  expect(await remaining('first')).toBe(8);
  expect(await remaining('first')).toBe(7);
  for (let n = 0; n < REMEMBERED_CALLERS; n += 1) await limits.count('session', `invented ${n}`);
  expect(await remaining(`invented ${REMEMBERED_CALLERS - 1}`)).toBe(7);
  expect(await remaining('first')).toBe(8);
});

test('callers with very long names share a count with others that have the same beginning', async () => {
  const session = { most: 9, seconds: 3600 };
  const limits = createRateLimits({ changes: { session }, shared: undefined });
  await limits.count('session', `${'x'.repeat(100_000)}1`);
  expect(await limits.count('session', `${'x'.repeat(100_000)}2`)).toMatchObject({ remaining: 7 });
});
