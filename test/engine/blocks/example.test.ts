import { expect, test } from '@jest/globals';
import { example } from '../../../src/engine/blocks/_example.js';
import { viewOf } from '../../support/viewOf.js';

const here = viewOf({ variables: { Name: 'Ada' } }).here;

test('the example block greets by name', () => {
  const block = { id: 'b', type: 'greeting' as const, content: { name: '{{Name}}' } };
  expect(example.enter(block, here)).toEqual({
    go: 'next',
    message: { id: 'b', type: 'greeting', content: { text: 'Hello Ada!' } },
  });
});

test('the example block greets whoever is there without a name', () => {
  expect(example.enter({ id: 'b', type: 'greeting' }, here).message?.content).toEqual({
    text: 'Hello you!',
  });
});
