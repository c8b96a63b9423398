import { expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say, type BlockSketch } from '../../../support/flowOf.js';

const link = (options?: object): BlockSketch => ({ type: 'Bot link', ...(options && { options }) });

test('a link without a bot is skipped, a link to the bot itself requests no effect', () => {
  const flow = flowOf({
    groups: {
      Start: [link(), link({ botId: '' }), link({ botId: 'bot', groupId: 'Aside' }), say('back')],
      Aside: [say('aside')],
    },
  });
  expect(transcript(flow)).toEqual([
    'log: error: Bot link Start.1 was skipped: it names no bot',
    'log: error: Bot link Start.2 was skipped: it names no bot',
    'bot: aside',
    'bot: back',
  ]);
});

test('a link to another bot enters it, and continues through its own edge afterwards', () => {
  const other = flowOf({ groups: { Start: [say('other')] } }, 'other');
  const flow = flowOf({
    groups: {
      Start: [{ ...link({ botId: 'other' }), to: 'End' }, say('never')],
      End: [say('end')],
    },
  });
  expect(transcript(flow, [], { flows: [other] })).toEqual(['bot: other', 'bot: end']);
});
