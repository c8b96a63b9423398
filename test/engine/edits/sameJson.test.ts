import { describe, expect, test } from '@jest/globals';
import { isSameJson } from '../../../src/engine/edits/mergePatch.js';

const list = [1];

describe('two values made of the same one are the same JSON', () => {
  test.each<[same: boolean, one: unknown, other: unknown]>([
    [true, { a: { b: 1 }, list }, { a: { b: 1 }, list }],
    [true, { a: 1, b: undefined }, { a: 1 }],
    [false, { a: 1, b: 2 }, { b: 2, a: 1 }],
    [false, { a: 1, b: 2 }, { a: 1 }],
    [false, { a: { b: 1 } }, { a: { b: 2 } }],
    [false, { a: null }, { a: {} }],
    [false, { a: {} }, { a: list }],
  ])('%j: %j and %j', (same, one, other) => {
    expect(isSameJson(one, other)).toBe(same);
  });
});
