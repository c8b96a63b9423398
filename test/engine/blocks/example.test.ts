import { expect, test } from '@jest/globals';
import { example } from '../../../src/engine/blocks/_example.js';
import { viewOf } from '../../support/viewOf.js';

const context = viewOf({ variables: { Name: 'Ada' } }).context;

test('the example block greets by name', () => {
  const block = { id: 'b', type: 'greeting' as const, content: { name: '{{Name}}' } };
  expect(example.enter(block, context)).toEqual({
    go: 'next',
    message: { id: 'b', type: 'greeting', content: { text: 'Hello Ada!' } },
  });
});

test('the example block greets a visitor without a name', () => {
  expect(example.enter({ id: 'b', type: 'greeting' }, context).message?.content).toEqual({
    text: 'Hello you!',
  });
});
