import { expect, test } from '@jest/globals';
import { findChat } from '../../src/simulation/findChat.js';
import { runTest } from '../../src/simulation/runTest.js';
import { botOf } from '../support/exploring.js';
import { ask, flowOf, say } from '../support/flowOf.js';

const flow = flowOf({
  variables: { Age: null, Name: null },
  groups: {
    Start: [
      ask('text input', 'Name'),
      ask('number input', 'Age'),
      {
        type: 'Condition',
        items: [
          {
            id: 'old',
            content: {
              comparisons: [
                { id: 'c', variableId: 'vAge', comparisonOperator: 'Greater than', value: '64' },
              ],
            },
            to: 'Old',
          },
        ],
      },
      say('Young'),
    ],
    Old: [say('Welcome back')],
    Island: [say('Nobody comes here')],
  },
});
const bot = botOf(flow);
const find = async (partId: string, of = bot, most = 400) =>
  findChat(of, { partId, most, shortening: () => of });

test('an author is shown the shortest chat to a group, which is a test that passes', async () => {
  const found = await find('Old');
  expect(found?.transcript.at(-1)).toBe('bot: Welcome back');
  expect(found?.transcript.filter((line) => line.startsWith('user:'))).toHaveLength(2);
  expect(found?.test?.name).toBe('A chat comes to "Old"');
  const passed = found?.test && (await runTest(bot, found.test));
  expect(passed).toMatchObject({ outcome: 'PASSED', transcript: found?.transcript });
});

test('a chat to a block ends with the turn that comes to it', async () => {
  const found = await find('Start.2');
  expect(found?.test?.name).toBe('A chat comes to "Start" (number input)');
  expect(found?.transcript.filter((line) => line.startsWith('user:'))).toHaveLength(1);
});

test('no chat is shown where none comes there, or where the time is over', async () => {
  expect(await find('Island', bot, 60)).toBeUndefined();
  expect(await find('Old', { ...bot, isOver: () => true })).toBeUndefined();
});
