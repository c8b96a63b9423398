import { expect, test } from '@jest/globals';
import { logsStarts, loggedStartsWith } from '../../src/storage/loggedReplay.js';

const [MINUTE, DAY] = [60_000, 86_400_000];
const NOW = 1_000 * DAY;

test('the log tells how chats begin from when one in 20 is kept, with time for clocks that differ', () => {
  expect([logsStarts(null), logsStarts([])]).toEqual([false, false]);
  expect(loggedStartsWith(null, 0.04, NOW)).toEqual([]);
  const open = loggedStartsWith(null, 0.05, NOW);
  expect(open).toEqual([{ from: NOW - 10 * MINUTE, to: null }]);
  expect(logsStarts(open)).toBe(true);
  expect(loggedStartsWith(open, 1, NOW + DAY)).toEqual(open);
});

test('the log tells it no more when fewer are kept, also until clocks that differ have got there', () => {
  const open = [{ from: NOW - DAY, to: null }];
  const closed = [{ from: NOW - DAY, to: NOW + 10 * MINUTE }];
  expect(loggedStartsWith(open, 0, NOW)).toEqual(closed);
  expect(logsStarts(closed)).toBe(false);
  expect(loggedStartsWith(closed, 0, NOW)).toEqual(closed);
});

test('a share that is set again soon goes on with the time before, so that no two times overlap', () => {
  const closed = [{ from: NOW - DAY, to: NOW }];
  expect(loggedStartsWith(closed, 1, NOW + 9 * MINUTE)).toEqual([{ from: NOW - DAY, to: null }]);
  expect(loggedStartsWith(closed, 1, NOW + 11 * MINUTE)).toEqual([
    ...closed,
    { from: NOW + MINUTE, to: null },
  ]);
});

test('times are forgotten that no replay reaches any more', () => {
  const old = { from: NOW - 400 * DAY, to: NOW - 366 * DAY };
  const recent = { from: NOW - 360 * DAY, to: NOW - 300 * DAY };
  expect(loggedStartsWith([old, recent], 0, NOW)).toEqual([recent]);
});
