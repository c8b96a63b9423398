import { describe, expect, test } from '@jest/globals';
import { valueAfter } from '../../../support/valueAfter.js';

describe('append', () => {
  const append = { type: 'Append value(s)', item: 'new {{Y}}' };

  test('makes a list of one member, of two, or a longer one', () => {
    expect(valueAfter(append, { Y: '1' })).toEqual(['new 1']);
    expect(valueAfter(append, { Y: '1', X: 'old' })).toEqual(['old', 'new 1']);
    expect(valueAfter(append, { Y: '1', X: ['a', null] })).toEqual(['a', null, 'new 1']);
  });

  test('adds a list as one text, and an absent value as an empty text', () => {
    expect(valueAfter({ ...append, item: '{{Y}}' }, { Y: ['a', 'b'] })).toEqual(['["a","b"]']);
    expect(valueAfter({ type: 'Append value(s)' })).toEqual(['']);
  });
});
