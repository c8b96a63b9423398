import { describe, expect, test } from '@jest/globals';
import { transcript, type ChatOptions } from '../../../support/chat.js';
import { ask, flowOf } from '../../../support/flowOf.js';
import { keptBy } from '../../../support/valueAfter.js';

/** The stored value of an answer that is given at 03:04:05 UTC. */
const kept = (answer: string, options: object = {}, around: ChatOptions = {}) =>
  keptBy(ask('time input', 'X', options), answer, around);

describe('a time input', () => {
  test.each([
    ['14:30', '14:30'],
    ['9am', '09:00'],
    ['5 pm', '17:00'],
    ['tomorrow at 5pm', '17:00'],
    ['noon', '12:00'],
    ['in 3 hours', '06:04'],
    ['tomorrow', undefined],
    ['25:00', undefined],
    ['9', undefined],
    ['', undefined],
  ])('reads %j as %j', (answer, time) => {
    expect(kept(answer)).toBe(time);
  });

  test('stores the time in the format of the bot', () => {
    expect(kept('14:30', { format: 'h:mm a' })).toBe('2:30 PM');
    expect(kept('14:30', { format: 'HH"h"mm' })).toBe('14"2"30');
  });

  test('uses the time zone of the person if it is known', () => {
    expect(kept('now', {}, { timeZone: 'Asia/Tokyo' })).toBe('12:04');
  });

  test('needs no options, and rejects an empty answer', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'time input' }] } });
    expect(transcript(bare, [null, '7:15'])).toEqual([
      '? time input',
      'bot: Invalid message. Please, try again.',
      '? time input',
      'user: 7:15',
    ]);
  });
});
