import { describe, expect, test } from '@jest/globals';
import { filledVariable, variableById } from '../../../src/engine/interpreter/variables.js';
import type { Frame, VariableState } from '../../../src/engine/interpreter/session.js';
import { storedLength } from '../../../src/engine/interpreter/storedLength.js';

const named = (count: number): VariableState[] => [
  { id: 'empty', name: 'Name', value: null },
  { id: 'first', name: 'Name', value: 'Ada' },
  { id: 'second', name: 'Name', value: 'Bob' },
  { id: 'first', name: 'Other', value: ['x', null] },
  ...Array.from({ length: count }, (_, at) => ({ id: `i${at}`, name: `n${at}`, value: 'v' })),
];

describe.each([
  ['few', 3],
  ['many', 300],
])('a bot with %s variables', (_what, count) => {
  const variables = named(count);

  test('finds the first variable with an id, and the first with a name and a value', () => {
    expect(variableById(variables, 'first')?.value).toBe('Ada');
    expect(variableById(variables, 'empty')?.value).toBeNull();
    expect(filledVariable(variables, 'Name')?.value).toBe('Ada');
    expect(filledVariable(variables, `n${count - 1}`)?.id).toBe(`i${count - 1}`);
    expect([variableById(variables, 'none'), filledVariable(variables, 'none')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('its stored length is the sum of the lengths of its parts', () => {
    const of = (part: VariableState[]) =>
      storedLength([{ flowId: 'f', botId: 'b', variables: part, answers: [], continuations: [] }]);
    const frame: Frame = { flowId: 'f', botId: 'b', variables, answers: [], continuations: [] };
    expect(storedLength([frame])).toBe(variables.reduce((sum, one) => sum + of([one]), 0));
  });
});
