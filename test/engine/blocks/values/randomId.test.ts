import { expect, test } from '@jest/globals';
import { chat } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';

test('a random id is a new one each time', () => {
  const options = { type: 'Random ID' };
  const flow = flowOf({
    variables: { A: null, B: null },
    groups: {
      Start: ['vA', 'vB'].map((variableId) => ({
        type: 'Set variable',
        options: { variableId, ...options },
      })),
    },
  });
  const [turn] = chat(flow);
  const [a, b] = turn?.session.stack[0]?.variables.map(({ value }) => value) ?? [];
  expect(a).toMatch(/^[a-z][a-z\d]{23}$/);
  expect(b).toMatch(/^[a-z][a-z\d]{23}$/);
  expect(a).not.toBe(b);
});
