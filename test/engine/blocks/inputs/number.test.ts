import { describe, expect, test } from '@jest/globals';
import { chat } from '../../../support/chat.js';
import { ask, flowOf } from '../../../support/flowOf.js';
import { keptBy } from '../../../support/valueAfter.js';

const taken = (answer: string, options: object, variables = {}) =>
  keptBy(ask('number input', 'X', options), answer, { variables });

describe('a number input', () => {
  test.each([
    ['12', '12'],
    [' 12 ', '12'],
    ['1,5', '1.5'],
    ['+5', '5'],
    ['1e3', '1000'],
    ['007', '007'],
    ['0.50', '0.50'],
    ['0', '0'],
    ['-3', '-3'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e20', '100000000000000000000'],
    ['12abc', undefined],
    ['', undefined],
    ['1e999', undefined],
    ['Infinity', undefined],
    ['0x10', undefined],
  ])('takes %j as %j', (answer, kept) => {
    expect(taken(answer, {})).toBe(kept);
  });

  test('respects limits of 0, and accepts values equal to a limit', () => {
    expect(taken('-1', { min: 0 })).toBeUndefined();
    expect(taken('0', { min: 0 })).toBe('0');
    expect(taken('1', { max: 0 })).toBeUndefined();
    expect(taken('0', { max: 0 })).toBe('0');
  });

  test('takes limits from variables, and ignores a variable without a number', () => {
    expect(taken('3', { max: '{{Most}}' }, { Most: '2,5' })).toBeUndefined();
    expect(taken('3', { max: '{{Most}}' }, { Most: 'many' })).toBe('3');
  });

  test('requires whole steps, counted from the lower limit', () => {
    expect(taken('0.3', { step: 0.1 })).toBe('0.3');
    expect(taken('0.35', { step: 0.1 })).toBeUndefined();
    expect(taken('3', { min: 1, step: 2 })).toBe('3');
    expect(taken('4', { min: 1, step: 2 })).toBeUndefined();
  });

  test('shows its limits as numbers', () => {
    const flow = flowOf({
      variables: { Most: '10' },
      groups: {
        Start: [ask('number input', undefined, { min: 1, max: '{{Most}}', step: '{{No}}' })],
      },
    });
    expect(chat(flow)[0]?.events[0]).toMatchObject({ input: { options: { min: 1, max: 10 } } });
    expect(JSON.stringify(chat(flow)[0]?.events[0])).not.toContain('step');
  });

  test('needs no options at all', () => {
    const flow = flowOf({ groups: { Start: [{ type: 'number input' }] } });
    expect(chat(flow, ['5'])[1]?.session.phase).toBe('ended');
    expect(chat(flow, [null])[1]?.session.phase).toBe('running');
  });
});
