import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('yesterday is the time 24 hours ago', () => {
  expect(valueAfter({ type: 'Yesterday' })).toBe('2025-01-01T03:04:05.000Z');
  const timeZone = 'America/New_York';
  expect(valueAfter({ type: 'Yesterday', timeZone })).toBe('2024-12-31T22:04:05-05:00');
});
