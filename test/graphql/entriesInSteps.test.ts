import { expect, test } from '@jest/globals';
import { openPace } from '../../src/graphql/entriesInSteps.js';

/** How often the event loop has come around. */
function countTurns(): { now: () => number; stop: () => void } {
  let turns = 0;
  let isOn = true;
  const next = () => {
    turns += 1;
    if (isOn) setImmediate(next);
  };
  setImmediate(next);
  return { now: () => turns, stop: () => (isOn = false) };
}

test('no turn of the event loop returns more entries than its limit, those of nested lists included', async () => {
  const pace = openPace(10);
  const turns = countTurns();
  const handed: number[] = [];
  const complete = async (entry: number | Promise<number>, inner: number): Promise<void> => {
    await entry;
    handed.push(turns.now());
    await Promise.all(
      pace(Array.from({ length: inner }, (_, n) => n)).map((one) => complete(one, 0)),
    );
  };
  await Promise.all(pace([...Array(25).keys()]).map((entry) => complete(entry, 7)));
  turns.stop();
  expect(handed).toHaveLength(25 * 8);
  const counts = handed.map((turn) => handed.filter((other) => other === turn).length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
});

test('a short list is returned at once', () => {
  expect(openPace(10)([1, 2, 3])).toEqual([1, 2, 3]);
});
