import { expect, test } from '@jest/globals';
import { createShelf } from '../../src/storage/shelf.js';

test('when it is full what was used longest ago leaves a shelf, however large what comes is', () => {
  const shelf = createShelf<string>(10);
  shelf.keep('a', 'first', 4);
  shelf.keep('b', 'second', 4);
  expect(shelf.recall('a')).toBe('first');
  shelf.keep('c', 'third', 4);
  expect(['a', 'b', 'c'].map((id) => shelf.recall(id))).toEqual(['first', undefined, 'third']);
  shelf.keep('a', 'grown', 6);
  expect(['a', 'c'].map((id) => shelf.recall(id))).toEqual(['grown', 'third']);
  shelf.keep('d', 'larger than all', 11);
  expect(['a', 'c', 'd'].map((id) => shelf.recall(id))).toEqual([undefined, undefined, undefined]);
  shelf.keep('e', 'fits again', 10);
  expect(shelf.recall('e')).toBe('fits again');
  shelf.clear();
  shelf.keep('f', 'fits after all went', 10);
  expect([shelf.recall('e'), shelf.recall('f')]).toEqual([undefined, 'fits after all went']);
});
