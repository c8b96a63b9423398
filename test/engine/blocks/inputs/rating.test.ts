import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { ask, flowOf } from '../../../support/flowOf.js';
import { keptBy } from '../../../support/valueAfter.js';

const kept = (answer: string, options: object) =>
  keptBy(ask('rating input', 'X', options), answer, { variables: { Low: '1' } });

describe('a rating', () => {
  test.each([
    ['0', {}, '0'],
    [' 10 ', {}, '10'],
    ['11', {}, undefined],
    ['-1', {}, undefined],
    ['3.5', {}, undefined],
    ['five', {}, undefined],
    ['', {}, undefined],
    ['5', { length: 5 }, '5'],
    ['6', { length: 5 }, undefined],
    ['0', { startsAt: 1 }, undefined],
    ['0', { startsAt: '{{Low}}' }, undefined],
    ['1', { startsAt: '{{Low}}' }, '1'],
    ['0', { startsAt: '{{Unknown}}' }, '0'],
  ])('of %j with %j is kept as %j', (answer, options, rating) => {
    expect(kept(answer, options)).toBe(rating);
  });

  test('has its first value as a number, or none', () => {
    const shown = (options: object) => {
      const flow = flowOf({
        variables: { Low: '1' },
        groups: { Start: [ask('rating input', undefined, options)] },
      });
      const [event] = chat(flow)[0]?.events ?? [];
      return event?.kind === 'input' ? event.input.options : undefined;
    };
    expect(shown({ startsAt: '{{Low}}', labels: { left: 'from {{Low}}' } })).toEqual({
      startsAt: 1,
      labels: { left: 'from 1' },
    });
    expect(shown({ startsAt: '{{Unknown}}', length: 5 })).toEqual({ length: 5 });
  });

  test('needs no options, and rejects an empty answer', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'rating input' }] } });
    expect(transcript(bare, [null, '7'])).toEqual([
      '? rating input',
      'bot: Invalid message. Please, try again.',
      '? rating input',
      'user: 7',
    ]);
  });
});
