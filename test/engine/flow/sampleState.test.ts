import { expect, test } from '@jest/globals';
import { requestBlocks } from '../../../src/engine/flow/requestBlocks.js';
import { sampleState } from '../../../src/engine/flow/sampleRequest.js';
import { ask, flowOf, say } from '../../support/flowOf.js';

const { definition } = flowOf({
  variables: {
    ...{ Name: null, Age: null, City: 'Paris', Tags: ['a', 'b'], Empty: null, Way: null },
    submittedAt: 'never',
  },
  groups: {
    Start: [
      say('Hello'),
      ask('text input', 'Name'),
      ask('number input', 'Age'),
      { type: 'Webhook' },
      {
        type: 'choice input',
        options: { variableId: 'vWay' },
        items: [{ id: '1', content: 'By sea' }],
      },
      { type: 'picture choice input', items: [{ id: '1', title: 'A boat' }] },
      { type: 'choice input', items: [] },
      { type: 'Zapier', options: { webhook: { url: 'https://hooks.example.com/1' } } },
    ],
  },
});

test('the sample result has a fitting answer for each kind of input, and values of variables', () => {
  expect(sampleState(definition, '2026-01-31T09:30:00.000Z')).toEqual({
    submittedAt: '2026-01-31T09:30:00.000Z',
    Name: 'Some text',
    Age: '20',
    Way: 'By sea',
    // The names in a request: they are the fourth and fifth input of the group.
    'Start (3)': 'A boat',
    'Start (4)': 'Some text',
    City: 'Paris',
    Tags: 'a,b',
    Empty: 'Some text',
  });
});

test('blocks that send requests are listed with their place and address', () => {
  expect(requestBlocks(definition)).toEqual([
    { blockId: 'Start.4', type: 'Webhook', label: 'Start, block 4', url: null },
    {
      blockId: 'Start.8',
      type: 'Zapier',
      label: 'Start, block 8',
      url: 'https://hooks.example.com/1',
    },
  ]);
});
