import { expect, test } from '@jest/globals';
import { z } from 'zod';
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

test('what the example block sends has the members it is described with', () => {
  const { message } = example.enter({ id: 'b', type: 'greeting' }, context);
  const { content } = example.shown ?? {};
  const described = content instanceof z.ZodObject ? Object.keys(content.shape) : [];
  expect(Object.keys(message?.content ?? {})).toEqual(described);
});

test('the example block greets a visitor without a name', () => {
  expect(example.enter({ id: 'b', type: 'greeting' }, context).message?.content).toEqual({
    text: 'Hello you!',
  });
});
