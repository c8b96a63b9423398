import { expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

const jump = (groupId: string) => ({ type: 'Jump', options: { groupId } });

test('a return goes back to the last jump only, and through its edge if there is one', () => {
  const flow = flowOf({
    groups: {
      Start: [{ ...jump('One'), to: 'End' }, say('never')],
      One: [say('one'), jump('Two'), say('one again'), { type: 'Return' }, say('no mark left')],
      Two: [say('two'), { type: 'Return' }],
      End: [say('never')],
    },
  });
  expect(transcript(flow)).toEqual(['bot: one', 'bot: two', 'bot: one again', 'bot: no mark left']);
});

test('a return to a jump with an edge of its own takes that edge', () => {
  const flow = flowOf({
    groups: {
      Start: [{ ...jump('One'), to: 'End' }, say('never')],
      One: [{ type: 'Return' }],
      End: [say('end')],
    },
  });
  expect(transcript(flow)).toEqual(['bot: end']);
});
