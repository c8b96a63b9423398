import { describe, expect, test } from '@jest/globals';
import { compare } from '../../../src/engine/conditions/comparison.js';
import type { COMPARISON_OPERATORS } from '../../../src/engine/conditions/comparisonOperator.js';
import {
  explainCondition,
  holds,
  type Condition,
} from '../../../src/engine/conditions/condition.js';
import type { Value } from '../../../src/engine/values/value.js';
import { newBudget } from '../../../src/engine/interpreter/budget.js';
import { answerOf } from '../../support/answerOf.js';
import { viewOf } from '../../support/viewOf.js';
import type { CodeResult } from '../../../src/engine/interpreter/effect.js';

type Operator = (typeof COMPARISON_OPERATORS)[number];

function compared(left: Value, operator: Operator, right: Value): boolean {
  const evaluate = (body: string) => {
    const answer = answerOf({ kind: 'evaluate', expressions: [body], args: [] });
    return answer.ok && Array.isArray(answer.value)
      ? (answer.value[0] as CodeResult)
      : { ok: false, error: '' };
  };
  return compare({ left, operator, right }, { evaluate, charge: newBudget().charge });
}

describe('a comparison', () => {
  test.each<[Value, Operator, Value, boolean]>([
    ['a', 'Equal to', 'a', true],
    ['a', 'Equal to', 'A', false],
    ['1', 'Equal to', '1.0', false],
    ['é', 'Equal to', 'e\u0301', true],
    [null, 'Equal to', null, true],
    [null, 'Equal to', '', false],
    ['a', 'Equal to', null, false],
    [['a', 'a'], 'Equal to', 'a', true],
    [['a', null], 'Equal to', 'a', false],
    [[null], 'Equal to', 'a', false],
    [[], 'Equal to', 'a', true],
    ['a', 'Not equal', 'b', true],
    ['a', 'Not equal', 'a', false],
    [['a', 'b'], 'Not equal', 'a', false],
    ['Hello World', 'Contains', ' wORLD', true],
    ['Hello', 'Contains', '', false],
    [null, 'Contains', 'a', false],
    ['Hello', 'Contains', null, false],
    [['ab', 'c'], 'Contains', 'a', false],
    [['ab', 'c'], 'Contains', 'ab', true],
    [['ab', null], 'Contains', 'x', false],
    ['I want my money back', 'Contains', ['refund', 'money back'], true],
    ['Thank you', 'Contains', ['refund', 'money back'], false],
    ['Hello', 'Contains', [], false],
    [['ab', 'c'], 'Contains', ['x', 'c'], true],
    ['I want my money back', 'Does not contain', ['refund', 'money back'], false],
    ['Thank you', 'Does not contain', ['refund', 'money back'], true],
    [['ab', 'c'], 'Does not contain', ['x', 'c'], false],
    ['Hello', 'Does not contain', 'bye', true],
    ['Hello', 'Does not contain', 'ell', false],
    [null, 'Does not contain', 'a', true],
    ['Hello', 'Does not contain', '', true],
    [['ab'], 'Does not contain', 'a', true],
    [['ab'], 'Does not contain', 'ab', false],
    ['10', 'Greater than', '9', true],
    ['10', 'Greater than', null, false],
    [null, 'Less than', '5', false],
    ['5', 'Greater than', '', true],
    ['10', 'Less than', '9', false],
    ['9', 'Greater or equal to', '9.0', true],
    ['9', 'Less or equal to', '8', false],
    ['2024-03-05', 'Less than', '2024-03-06', true],
    ['05/03/2024', 'Less than', '04/12/2024', true],
    ['31/12/2024', 'Greater than', '12/30/2024', true],
    ['05/03/2024 10:00', 'Greater than', '05/03/2024', true],
    ['2024-03-05 10:00', 'Equal to', '2024-03-05T10:00', false],
    ['2024-03-05 10:00', 'Less or equal to', '2024-03-05T10:00:00Z', true],
    ['March 5, 2024', 'Less than', '2025-01-01', true],
    ['longer', 'Greater than', 'long', true],
    ['+5', 'Less than', '3', true],
    ['item 12', 'Greater than', 'item 2', true],
    [['a', 'b'], 'Greater than', '1', true],
    ['1', 'Less than', ['a', 'b'], true],
    [['a'], 'Less than', ['a', 'b'], true],
    ['a', 'Is set', null, true],
    [null, 'Is set', null, false],
    [[], 'Is empty', null, true],
    ['Hello', 'Starts with', 'hE', true],
    [['he', 'x'], 'Starts with', 'h', false],
    ['Hello', 'Ends with', 'LO ', true],
    [null, 'Ends with', 'a', false],
    ['a', 'Starts with', null, false],
    ['a', 'Starts with', '', false],
    ['a', 'Starts with', [], false],
    ['ab', 'Starts with', ['a', 'ab'], true],
    ['a', 'Ends with', '', false],
    [['a', 'b'], 'Ends with', '', false],
    ['abc', 'Matches regex', 'B', false],
    ['abc', 'Matches regex', '/B/i', true],
    ['a\nb', 'Matches regex', '/^b/m', true],
    ['a/b', 'Matches regex', 'a/b', true],
    [['x', 'abc'], 'Matches regex', '^a', true],
    ['abc', 'Matches regex', '(', false],
    [[null], 'Matches regex', 'a', false],
    ['abc', 'Matches regex', '', false],
    ['abc', 'Does not match regex', '', false],
    ['abc', 'Does not match regex', '(', false],
    ['abc', 'Does not match regex', 'x', true],
    ['abc', 'Does not match regex', 'b', false],
    [null, 'Does not match regex', 'x', false],
    ['abc', 'Does not match regex', null, false],
    [['x', 'y'], 'Does not match regex', 'x', false],
  ])('%j %s %j is %s', (left, operator, right, expected) => {
    expect(compared(left, operator, right)).toBe(expected);
  });
});

describe('a condition', () => {
  const variables = { A: 'a', B: 'a', List: ['a', 'b'] };
  const { context } = viewOf({ variables });
  const is = (value: string | undefined, variableId = 'vA') => ({
    id: 'c',
    variableId,
    comparisonOperator: 'Equal to' as const,
    ...(value !== undefined && { value }),
  });

  test.each<[Condition, boolean]>([
    [{}, false],
    [{ comparisons: [] }, false],
    [{ comparisons: [is('a'), is('b')] }, false],
    [{ comparisons: [is('a'), is('{{B}}')] }, true],
    [{ logicalOperator: 'OR', comparisons: [is('b'), is('a')] }, true],
    [{ logicalOperator: 'OR', comparisons: [is('b')] }, false],
    [{ comparisons: [{ id: 'c', comparisonOperator: 'Is empty' }] }, false],
    [{ comparisons: [{ id: 'c', variableId: 'vA' }] }, false],
    [{ comparisons: [is('null', 'vGone')] }, true],
    [{ comparisons: [is('undefined', 'vGone')] }, true],
    [{ comparisons: [is(undefined, 'vGone')] }, false],
    [{ comparisons: [is('{{Gone}}', 'vGone')] }, false],
    [{ comparisons: [{ ...is('{{List}}'), comparisonOperator: 'Equal to' }] }, false],
    [{ comparisons: [{ ...is('{{List}}'), comparisonOperator: 'Less than' }] }, false],
  ])('%j is %s, and explained as such', (condition, expected) => {
    expect(holds(condition, context)).toBe(expected);
    expect(explainCondition(condition, context).holds).toBe(expected);
  });
});
