import { describe, expect, test } from '@jest/globals';
import { openIntl } from '../../src/sandbox/intlHost.mjs';
import { textAt } from '../support/parts.js';

const open = () => openIntl('UTC');
/** The result of a call, as scripts get it. */
const said = (answer: string): unknown[] => [answer[0], JSON.parse(answer.slice(1))];
const list = (...members: unknown[]) => JSON.stringify(['l', ...members]);
const NUMBERS = list('NumberFormat', 'en');
const DATES = list('Intl');

describe('the use of Intl by a script is limited', () => {
  test('in the description of a format', () => {
    const maker = (length: number) => list('NumberFormat', 'en', ['o', 'x'.repeat(length), 1]);
    const call = list('format', 1);
    expect(said(open()(maker(9_000), call))).toEqual(['=', '1']);
    expect(said(open()(maker(10_000), call))).toEqual(['!', ['RangeError', 'Too large']]);
  });

  test('in the values that a format gets', () => {
    const call = (length: number) => list('format', 1, 'x'.repeat(length));
    expect(said(open()(NUMBERS, call(199_000)))).toEqual(['=', '1']);
    expect(said(open()(NUMBERS, call(200_000)))).toEqual(['!', ['RangeError', 'Too large']]);
  });

  test('in the digits of a whole number', () => {
    const call = (digits: number) => list('format', ['b', '7'.repeat(digits)]);
    expect(said(open()(NUMBERS, call(2_000)))).toEqual(['=', expect.stringMatching(/^77,777,/)]);
    expect(said(open()(NUMBERS, call(2_001)))).toEqual(['!', ['RangeError', 'too many digits']]);
  });

  test('in how many combining marks of a text are sorted before it is compared', () => {
    const COLLATOR = list('Collator', 'en');
    const call = (marks: number) => {
      const run = '\u0301'.repeat(marks);
      return list('compare', `a${run}\u0315`, `a\u0315${run}`);
    };
    expect(said(open()(COLLATOR, call(29)))).toEqual(['=', 0]);
    expect(said(open()(COLLATOR, call(30)))).not.toEqual(['=', 0]);
  });

  test('in how many kinds of formats one script makes, and the next one counts from zero', () => {
    // Unknown options make further kinds of the same format.
    const maker = (n: number) => list('PluralRules', 'en', ['o', `bound${n}`, 1]);
    const call = list('select', 1);
    const speak = open();
    const answers = Array.from({ length: 1_001 }, (_, n) => said(speak(maker(n), call)));
    expect(answers.slice(0, 1_000)).toEqual(Array(1_000).fill(['=', 'one']));
    const refused = ['!', ['RangeError', 'too many formats of other kinds']];
    expect(answers[1_000]).toEqual(refused);
    // Cached formats do not count again.
    expect(said(speak(maker(999), call))).toEqual(['=', 'one']);
    expect(said(open()(maker(1_000), call))).toEqual(['=', 'one']);
  });

  test('in the length of a date that is parsed', () => {
    const read = (blanks: number) => list('parseDate', `2025-01-01T00:00Z${' '.repeat(blanks)}`);
    expect(said(open()(DATES, read(0)))).toEqual(['=', [1_735_689_600_000, false]]);
    expect(said(open()(DATES, read(1_000)))).toEqual(['=', [null, false]]);
  });

  test('in the length of an error message', () => {
    const [sign, error] = said(open()(list('NumberFormat', 'x'.repeat(5_000)), list()));
    expect([sign, textAt(error, '0')]).toEqual(['!', 'RangeError']);
    expect(textAt(error, '1').length).toBeLessThanOrEqual(500);
  });

  test.each([
    ['a kind that is none', list('constructor'), list('format')],
    ['a method that is none', NUMBERS, list('constructor')],
    ['a method of another kind', NUMBERS, list('compare', 'a', 'b')],
    ['a tool that is none', DATES, list('constructor')],
    ['a method of dates that is none', list('Date', 'en', ['o'], 'getTime'), list('x')],
    ['what is no list', '{}', '{}'],
    ['what is no JSON', '(', '('],
    [
      'more digits than a number can be shown with',
      list('NumberFormat', 'en', ['o', 'minimumFractionDigits', 101]),
      list('format', 1),
    ],
  ])('to what there is: %s fails within the script', (_what, maker, call) => {
    const [sign, error] = said(open()(maker, call));
    expect(sign).toBe('!');
    expect(error).toEqual([expect.stringMatching(/Error$/), expect.any(String)]);
  });
});
