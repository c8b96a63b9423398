import { expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { valueAfter } from '../../../support/valueAfter.js';

const options = { variableId: 'vX', type: 'Result ID' };

test('Result ID is the result of a live chat', () => {
  const flow = flowOf({
    variables: { X: null },
    groups: { Start: [{ type: 'Set variable', options }, say('{{X}}')] },
  });
  expect(transcript(flow, [], { isPreview: false, resultId: 'res_1' })).toEqual(['bot: res_1']);
});

test('Result ID is a random id in a preview', () => {
  expect(valueAfter(options)).toMatch(/^[a-z][a-z\d]{23}$/);
});
