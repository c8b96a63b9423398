import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { valueAfter } from '../../../support/valueAfter.js';

describe.each(['Result ID', 'User ID'])('%s', (type) => {
  test('is the result of a live chat', () => {
    const options = { variableId: 'vX', type };
    const flow = flowOf({
      variables: { X: null },
      groups: { Start: [{ type: 'Set variable', options }, say('{{X}}')] },
    });
    expect(transcript(flow, [], { isPreview: false, resultId: 'res_1' })).toEqual(['bot: res_1']);
  });

  test('is a random id in a preview', () => {
    expect(valueAfter({ type })).toMatch(/^[a-z][a-z\d]{23}$/);
  });
});
