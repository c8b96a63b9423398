import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('tomorrow is the time in 24 hours', () => {
  expect(valueAfter({ type: 'Tomorrow' })).toBe('2025-01-03T03:04:05.000Z');
  const timeZone = 'America/New_York';
  expect(valueAfter({ type: 'Tomorrow', timeZone })).toBe('2025-01-02T22:04:05-05:00');
});
