import { expect, test } from '@jest/globals';
import { flowOfStage } from '../../../src/engine/index.js';
import { recordsAt } from '../../support/parts.js';
import { flowOf, say } from '../../support/flowOf.js';

test('a stage has what its variables begin with, a text, a list or nothing, and leaves the others as they are', () => {
  const { definition: flow } = flowOf({
    variables: { Shop: 'live', Sizes: ['S'], Code: '1', Name: 'Ada' },
    groups: { Start: [say('Hello')] },
  });
  const variables = { Shop: 'test', Sizes: ['M', 'L'], Code: null, Unknown: 'x' };
  const staged = flowOfStage(flow, { variables, credentials: [] });
  expect(staged.variables.map(({ name, value }) => [name, value])).toEqual([
    ['Shop', 'test'],
    ['Sizes', ['M', 'L']],
    ['Code', null],
    ['Name', 'Ada'],
  ]);
  expect(flow.variables[0]?.value).toBe('live');
  expect(staged.groups).toEqual(flow.groups);
});

test('a stage uses other credentials in place of those it names, and no others', () => {
  const using = (credentialsId: string) => ({ type: 'Email', options: { credentialsId } });
  const { definition: flow } = flowOf({ groups: { Start: [using('live'), using('shared')] } });
  const credentials = [{ credentialsId: 'live', replacementId: 'test' }];
  const staged = flowOfStage(flow, { variables: {}, credentials });
  expect(recordsAt(staged, 'groups.0.blocks').map((block) => block['options'])).toEqual([
    { credentialsId: 'test' },
    { credentialsId: 'shared' },
  ]);
});
