import { expect, test } from '@jest/globals';
import { chat } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';
import { valueAfter } from '../../../support/valueAfter.js';

test('pop takes the last member out of a list, and stores it in the chosen variable', () => {
  const options = { variableId: 'vX', type: 'Pop', saveItemInVariableId: 'vLast' };
  const flow = flowOf({
    variables: { X: ['a', null, 'c'], Last: null },
    groups: { Start: [{ type: 'Set variable', options }] },
  });
  const [turn] = chat(flow);
  expect(turn?.session.stack[0]?.variables).toEqual([
    { id: 'vX', name: 'X', value: ['a', null] },
    { id: 'vLast', name: 'Last', value: 'c' },
  ]);
});

test.each([
  [['a'], []],
  [[], []],
  ['a text', []],
  [null, null],
])('pop makes %j %j', (X, rest) => {
  expect(valueAfter({ type: 'Pop' }, { X })).toEqual(rest);
});
