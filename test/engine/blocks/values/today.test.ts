import { expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

test('today is the time in UTC, whatever the zone', () => {
  expect(valueAfter({ type: 'Today' })).toBe('2025-01-02T03:04:05.000Z');
  expect(valueAfter({ type: 'Today', timeZone: 'Asia/Kolkata' })).toBe('2025-01-02T03:04:05.000Z');
});
