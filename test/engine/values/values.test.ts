import { describe, expect, test } from '@jest/globals';
import { guessType } from '../../../src/engine/values/guessType.js';
import { parseJson } from '../../../src/engine/values/parseJson.js';
import { toValue } from '../../../src/engine/values/value.js';

describe('JSON that somebody sent', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  test('is parsed with every digit of a long number, and stays text if it is nested too deep', () => {
    expect(parseJson('{"a":[12345678901234567890]}')).toEqual({ a: ['12345678901234567890'] });
    expect(parseJson(nested(200))).toEqual(JSON.parse(nested(200)));
    for (const text of [nested(201), `{"a":${nested(40_000)}}`, 'no JSON']) {
      expect(parseJson(text)).toBeUndefined();
    }
  });
});

describe('a value in code', () => {
  test.each<[string | string[] | null, unknown]>([
    ['true', true],
    ['false', false],
    ['null', null],
    ['undefined', undefined],
    ['12', 12],
    ['-1.5', -1.5],
    ['0', 0],
    ['0.5', 0.5],
    ['1e3', 1000],
    ['007', '007'],
    ['-007', '-007'],
    ['0x10', '0x10'],
    ['+5', '+5'],
    ['12 ', '12 '],
    ['', ''],
    ['Infinity', 'Infinity'],
    ['9007199254740993', '9007199254740993'],
    ['text', 'text'],
    [null, null],
    [
      ['1', 'a'],
      ['1', 'a'],
    ],
  ])('%j is taken for %j', (value, type) => {
    expect(guessType(value)).toEqual(type);
  });
});

describe('a value written to a variable', () => {
  test.each<[unknown, unknown]>([
    [undefined, null],
    [null, null],
    ['', null],
    ['C:\\x', 'C:\\x'],
    [5, '5'],
    [NaN, null],
    [false, 'false'],
    [{ a: 1 }, '{"a":1}'],
    [() => 1, null],
    [
      [1, null, 'x', { a: [] }],
      ['1', null, 'x', '{"a":[]}'],
    ],
    [[], []],
    ['half \uD800 and \0 nothing', 'half \uFFFD and  nothing'],
    ['whole 😀', 'whole 😀'],
  ])('%j is kept as %j', (given, kept) => {
    expect(toValue(given)).toEqual(kept);
  });
});
