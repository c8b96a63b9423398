import { expect, test } from '@jest/globals';
import { linksAtOnce, linkTarget } from '../../../src/engine/index.js';
import { ask, flowOf, say, type BlockSketch } from '../../support/flowOf.js';

const link = (options?: object): BlockSketch => ({ type: 'Bot link', ...(options && { options }) });
const other = link({ botId: 'bot_other' });

test('a link leads to a bot, and to a group of it or its start', () => {
  const targetOf = (options?: object) => linkTarget({ id: 'b', ...link(options) });
  expect(targetOf({ botId: 'bot_1' })).toEqual({ botId: 'bot_1', groupId: '' });
  expect(targetOf({ botId: 'bot_1', groupId: 'g' })).toEqual({ botId: 'bot_1', groupId: 'g' });
  const unknown = [undefined, {}, { botId: '' }, { botId: 'current' }];
  const ofChat = [
    { botId: 'bot_1', groupId: '{{Where}}' },
    { botId: 'bot_1', groupId: 5 },
  ];
  for (const options of [...unknown, ...ofChat]) expect(targetOf(options)).toBeUndefined();
  expect(linkTarget({ id: 'b', type: 'text', options: { botId: 'bot_1' } })).toBeUndefined();
});

test('links are those that chats come to before they end or wait, whichever way they go', () => {
  const linksOf = (...blocks: BlockSketch[]) =>
    linksAtOnce(flowOf({ groups: { Start: blocks, Next: [other] } }), '');
  const found = [{ botId: 'bot_other', groupId: '' }];
  expect(linksOf(say('Hi'), other)).toEqual(found);
  expect(linksOf({ type: 'Jump', options: { groupId: 'Next' } })).toEqual(found);
  expect(linksOf(say('Hi'))).toBeUndefined();
  expect(linksOf(ask('text input'), other)).toBeUndefined();
  expect(linksOf(link(), other)).toBeUndefined();
  expect(linksOf({ type: 'Jump', options: { groupId: 'Start' } })).toEqual([]);
});

test('links are also found from a group with which another link begins', () => {
  const flow = flowOf({ groups: { Start: [ask('text input')], Next: [other] } });
  expect(linksAtOnce(flow, 'Next')).toEqual([{ botId: 'bot_other', groupId: '' }]);
  expect(linksAtOnce(flow, 'Start')).toBeUndefined();
  expect(linksAtOnce(flow, 'gone')).toBeUndefined();
});
