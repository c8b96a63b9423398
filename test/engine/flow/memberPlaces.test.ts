import { expect, test } from '@jest/globals';
import { isMetIn } from '../../../src/engine/flow/memberPlaces.js';

test('a condition on a list means the entry that the member is in, and what is no list is its only entry', () => {
  const isMet = (items: unknown, path: string): boolean =>
    isMetIn({ part: { items }, fields: new Map() }, path)({ path: 'items[].kind', in: ['a'] });
  const list = [{ kind: 'b' }, { kind: 'a' }];
  expect([isMet(list, 'items[0].x'), isMet(list, 'items[1].x')]).toEqual([false, true]);
  const only = { kind: 'a' };
  expect([isMet(only, 'items[0].x'), isMet(only, 'items[1].x')]).toEqual([true, false]);
});
