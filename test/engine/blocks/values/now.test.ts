import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { valueAfter } from '../../../support/valueAfter.js';

function now(timeZone?: string): unknown {
  return valueAfter({ type: 'Now', timeZone }, { Zone: 'Asia/Kolkata' });
}

describe('now', () => {
  test('is the time in UTC to the millisecond', () => {
    expect(now()).toBe('2025-01-02T03:04:05.000Z');
    expect(now('')).toBe('2025-01-02T03:04:05.000Z');
  });

  test('is the time in a zone to the second, with its offset', () => {
    expect(now('America/New_York')).toBe('2025-01-01T22:04:05-05:00');
    expect(now('{{Zone}}')).toBe('2025-01-02T08:34:05+05:30');
    expect(now('UTC')).toBe('2025-01-02T03:04:05Z');
  });

  test('in an unknown zone is the time in UTC, and a log says so', () => {
    const options = { variableId: 'vX', type: 'Now', timeZone: 'Moon/Tycho' };
    const flow = flowOf({
      variables: { X: null },
      groups: { Start: [{ type: 'Set variable', options }, say('{{X}}')] },
    });
    expect(transcript(flow)).toEqual([
      'log: error: The time zone "Moon/Tycho" is not known, so the time is given in UTC',
      'bot: 2025-01-02T03:04:05.000Z',
    ]);
  });
});
