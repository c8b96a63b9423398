import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { ask, flowOf } from '../../../support/flowOf.js';
import { keptBy } from '../../../support/valueAfter.js';

const kept = (answer: string, options: object = {}) =>
  keptBy(ask('phone number input', 'X', options), answer, { variables: { Country: 'fr' } });

describe('a phone number input', () => {
  test.each([
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06 12 34 56 78', '{{Country}}', '+33612345678'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['+33 6 12 34 56 78', 'US', '+33612345678'],
    ['0612345678', 'Atlantis', undefined],
    ['123', 'FR', undefined],
  ])('reads %j in %s as %j', (answer, defaultCountryCode, number) => {
    expect(kept(answer, { defaultCountryCode })).toBe(number);
  });

  test.each([
    ['my number is +33 6 12 34 56 78 thanks', '+33612345678'],
    ['+33612345678 or +33612345679', '+33612345678'],
    ['0612345678', undefined],
    ['+1 415 555', undefined],
    ['', undefined],
    [`${'call me '.repeat(200)}+33612345678`, undefined],
  ])('reads %j as %j', (answer, number) => {
    expect(kept(answer)).toBe(number);
  });

  test('asks again with its own retry message, else with the general one', () => {
    const flowWith = (options: object) =>
      flowOf({ groups: { Start: [ask('phone number input', undefined, options)] } });
    expect(transcript(flowWith({ retryMessageContent: 'Again?' }), ['no'])).toContain(
      'bot: Again?',
    );
    expect(transcript(flowWith({ retryMessageContent: '' }), ['no'])).toContain(
      'bot: Invalid message. Please, try again.',
    );
  });

  test('needs no options, and rejects an empty answer', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'phone number input' }] } });
    expect(transcript(bare, [null, '+33612345678']).slice(1)).toEqual([
      'bot: Invalid message. Please, try again.',
      '? phone number input',
      'user: +33612345678',
    ]);
  });
});
