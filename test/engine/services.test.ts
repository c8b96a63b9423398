import { expect, test } from '@jest/globals';
import { servicesOf } from '../../src/engine/blocks/index.js';
import { botImportSchema } from '../../src/engine/documents/bot.js';
import { brief } from '../../src/engine/flow/position.js';

const needs = (type: string, options?: object) =>
  servicesOf({ id: 'b', type, ...(options && { options }) });

test('every block states the services that it needs, whatever its options', () => {
  expect(needs('text')).toEqual([]);
  expect(needs('Webhook')).toEqual(['httpRequest']);
  expect(needs('Webhook', { proxyCredentialsId: 'p' })).toEqual(['httpRequest']);
  expect(needs('Webhook', { proxyCredentialsId: 'p', isExecutedOnClient: true })).toEqual([]);
  expect(needs('OpenAI')).toEqual([]);
  expect(needs('OpenAI', { task: 'Create speech' })).toEqual(['openai: Create speech']);
  const both = ['mistral: Create chat completion', 'mistral: Generate variables'];
  expect(needs('mistral')).toEqual(both);
  expect(needs('mistral', { action: 'Create chat completion' })).toEqual(both.slice(0, 1));
  expect(needs('mistral', { tools: [{}] })).toEqual(both);
  const model = { action: 'Create chat completion' };
  expect(needs('mistral', { ...model, tools: [] })).toEqual(both.slice(0, 1));
  for (const [type, service] of [
    ['Email', 'sendEmail'],
    ['Google Sheets', 'sheets'],
    ['payment input', 'createPayment'],
  ] as const)
    expect(needs(type)).toEqual([service]);
});

test('an issue about a long text names its beginning', () => {
  expect(brief('short')).toBe('short');
  expect(brief('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

test('a file with its bot inside `bot` is distinguished from a bot with an unknown member `bot`', () => {
  const read = (file: object) => botImportSchema.safeParse(file).success;
  expect(read({ groups: [], typebot: {} })).toBe(true);
  expect(read({ name: 'x', typebot: {} })).toBe(false);
  expect(read({ name: 'x', typebot: 1 })).toBe(true);
});
