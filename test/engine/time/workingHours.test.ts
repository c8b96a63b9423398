import { expect, test } from '@jest/globals';
import { isWithin } from '../../../src/engine/time/workingHours.js';

/** A Monday in Paris. */
const at = (time: string) => Date.parse(`2026-03-02T${time}:00+01:00`);
const isOpen = (entry: Parameters<typeof isWithin>[0][number], time: string) =>
  isWithin([entry], at(time), 'Europe/Paris');

test('an entry of working hours without days is of every day, and without times of the whole day', () => {
  expect(isOpen({}, '03:00')).toBe(true);
  expect(isOpen({ days: 'Sunday' }, '03:00')).toBe(false);
  expect(isOpen({ days: 'Monday' }, '03:00')).toBe(true);
  expect(['08:59', '09:00'].map((time) => isOpen({ from: '09:00' }, time))).toEqual([false, true]);
  expect(['16:59', '17:00'].map((time) => isOpen({ to: '17:00' }, time))).toEqual([true, false]);
});
