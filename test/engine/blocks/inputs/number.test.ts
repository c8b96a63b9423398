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
    ['12abc', '12'],
    ['5 kg', '5'],
    ['1,75', '1.75'],
    ['1,234', '1.234'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234.567', '1234567'],
    ['12,34,567.5', '1234567.5'],
    ['1 234,5 €', '1234.5'],
    ["1'234", '1234'],
    ['R$ 5', '5'],
    ['-$5', '-5'],
    ['EUR 5', '5'],
    ['\u22125', '-5'],
    ['.5', '0.5'],
    ['5, thanks', '5'],
    ['5 kg 300 g', undefined],
    ['5-6', undefined],
    ['24.12.2025', undefined],
    ['1,234,5', undefined],
    ['06 12 34', undefined],
    ['about 5', undefined],
    ['age 5', undefined],
    ['chf 5', '5'],
    [`5 ${'x'.repeat(200)}`, undefined],
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

  test('takes numbers between its steps, by which only clients count', () => {
    expect(taken('1,75', { step: 1 })).toBe('1.75');
    expect(taken('4', { min: 1, step: 2 })).toBe('4');
  });

  test.each([
    ['en', '1,234', '1234'],
    ['en', '1.234', '1.234'],
    ['en', '1,75', '1.75'],
    ['en', '0,125', '0.125'],
    ['de', '1.234', '1234'],
    ['de', '1,234', '1.234'],
    ['de', '1.5', '1.5'],
    ['{{Language}}', '1.234', '1234'],
    ['no_language', '1,234', '1.234'],
  ])('in the language %s reads %s as %s', (locale, answer, kept) => {
    expect(taken(answer, { locale }, { Language: 'pt-BR' })).toBe(kept);
  });

  test('checks its limits with the number that was read', () => {
    expect(taken('1.234,56', { max: 1000 })).toBeUndefined();
    expect(taken('99 kg', { max: 100 })).toBe('99');
  });

  test('leaves what the visitor wrote in the log of the chat, and tells the client what it took', () => {
    const events = chat(flowOf({ groups: { Start: [ask('number input')] } }), ['5 kg'])[1]?.events;
    expect(events).toMatchObject([
      { kind: 'heard', text: '5 kg' },
      { kind: 'turnEnd', lastMessageNewFormat: '5' },
    ]);
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
