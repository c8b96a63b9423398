import { expect, test } from '@jest/globals';
import { sampleRequest } from '../../../src/engine/flow/sampleRequest.js';
import { ask, flowOf } from '../../support/flowOf.js';

const NOW = '2026-01-31T09:30:00.000Z';
const variables = { Name: null, Age: null, Tags: ['a', 'b'], Note: 'Say "hi"' };

function exampleOf(options?: object): unknown {
  const block = { type: 'Webhook', ...(options && { options }) };
  const { definition } = flowOf({
    variables,
    groups: { Start: [ask('text input', 'Name'), ask('number input', 'Age'), block] },
  });
  return sampleRequest(definition, 'Start.3', NOW);
}

const ofBody = (body: string, more: object = {}) =>
  exampleOf({ isCustomBody: true, webhook: { body, ...more } });

const all = { submittedAt: NOW, Name: 'Some text', Age: '20', Tags: 'a,b', Note: 'Say "hi"' };

test('the example of a body of its own has that body, filled as a request fills it', () => {
  const body =
    '{"who":"{{Name}}","age":{{Age}},"tags":{{Tags}},"note":"{{Note}}","twice":{{= {{Age}} * 2 =}},"none":"{{Nobody}}"}';
  expect(ofBody(body)).toEqual({
    ...{ who: 'Some text', age: 20, tags: ['a', 'b'], note: 'Say "hi"', twice: 20, none: '' },
  });
});

test('a body that is no JSON is a text, and the headers say what it is meant as', () => {
  expect(ofBody('{{Name}} is {{Age}}')).toBe('Some text is 20');
  expect(ofBody('{"a":{{Name}}}')).toBe('{"a":Some text}');
  const headers = [{ id: '1', key: 'Content-Type', value: 'text/plain' }, { id: '2' }];
  expect(ofBody('[{{Note}}]', { headers })).toBe('[Say "hi"]');
});

test.each([
  ['without options', undefined],
  ['without a request', { isCustomBody: true }],
  ['with an empty body', { isCustomBody: true, webhook: { body: '' } }],
  ['that sends the state', { isCustomBody: true, webhook: { body: ' {{state}} ' } }],
  ['whose body is not chosen', { webhook: { body: '{"a":1}' } }],
])('the example of a block %s has all data of the chat', (_what, options) => {
  expect(exampleOf(options)).toEqual(all);
});
