import { expect, test } from '@jest/globals';
import { chat } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';
import { valueAfter } from '../../../support/valueAfter.js';

test('shift takes the first member out of a list, and stores it in the chosen variable', () => {
  const options = { variableId: 'vX', type: 'Shift', saveItemInVariableId: 'vFirst' };
  const flow = flowOf({
    variables: { X: ['a', null, 'c'], First: 'before' },
    groups: { Start: [{ type: 'Set variable', options }] },
  });
  const [turn] = chat(flow);
  expect(turn?.session.stack[0]?.variables).toEqual([
    { id: 'vX', name: 'X', value: [null, 'c'] },
    { id: 'vFirst', name: 'First', value: 'a' },
  ]);
});

test.each([
  [['a'], []],
  ['a text', []],
  [null, null],
])('shift makes %j %j', (X, rest) => {
  expect(valueAfter({ type: 'Shift' }, { X })).toEqual(rest);
});

test('shift clears the variable for the member if the list is empty', () => {
  const options = { type: 'Shift', variableId: 'vList', saveItemInVariableId: 'vX' };
  expect(valueAfter(options, { X: 'before', List: [] })).toBeNull();
});
