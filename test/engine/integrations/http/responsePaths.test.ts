import { expect, test } from '@jest/globals';
import { responsePaths } from '../../../../src/engine/integrations/http/responsePaths.js';

test('the paths of a response lead to its parts, those near the top first', () => {
  const body = { items: [{ name: 'Ada', 'full name': null }, { other: 1 }], total: 2, none: [] };
  expect(responsePaths(JSON.stringify(body))).toEqual({
    data: body,
    paths: [
      'data',
      'data.items',
      'data.total',
      'data.none',
      'data.items[0]',
      'data.items[0].name',
      'data.items[0]["full name"]',
    ],
  });
});

test('a body that is not JSON is one text', () => {
  expect(responsePaths('hello')).toEqual({ data: 'hello', paths: ['data'] });
});

test('a response of any size has a list of paths that people can read', () => {
  const wide = Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`k${index}`, 1]));
  expect(responsePaths(JSON.stringify(wide)).paths).toHaveLength(200);
});
