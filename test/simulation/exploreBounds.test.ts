import { describe, expect, test } from '@jest/globals';
import { botTestSchema, type Flow } from '../../src/engine/index.js';
import { reportFaults } from '../../src/simulation/explorationReport.js';
import { exploredTurns } from '../../src/simulation/explore.js';
import { findChat } from '../../src/simulation/findChat.js';
import { type Chat, newChat, type Played, playMove } from '../../src/simulation/playMove.js';
import { runTest } from '../../src/simulation/runTest.js';
import { nextWaiting, openSearch, type State, take } from '../../src/simulation/search.js';
import { botOf, exploreAll } from '../support/keptChats.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { exampleFlow } from '../support/playExample.js';

test('an exploration ends at once when it is stopped', async () => {
  const flow = flowOf({ groups: { Start: [{ type: 'Jump', options: { groupId: 'Start' } }] } });
  const stopped = { ...botOf(flow), isOver: () => true };
  expect(await exploreAll(stopped)).toMatchObject({ turns: 1, end: 'STOPPED' });
  expect((await exploreAll(stopped)).faults.size).toBe(0);
  const explored = await exploreAll(botOf(flow));
  expect(await reportFaults(stopped, explored)).toEqual([
    expect.objectContaining({ code: 'LIMIT_MET', transcript: [] }),
  ]);
});

test('a test whose time is over stops before the next code of its turn, and counts as not run', async () => {
  const options = { variableId: 'vDrawn', expressionToEvaluate: 'return 1', isCode: true };
  const flow = flowOf({
    variables: { Drawn: null },
    groups: { Start: [{ type: 'Set variable', options }, say('Done')] },
  });
  const written = { format: 1, name: 'Late', now: '2026-05-01T12:00:00Z', seed: '1' };
  const late = botTestSchema.parse({ ...written, steps: [{ say: 'x' }] });
  const { outcome, transcript } = await runTest({ ...botOf(flow), isOver: () => true }, late);
  expect(outcome).toBe('NOT_RUN');
  expect(transcript).not.toContain('bot: Done');
});

test('an exploration keeps no more chats with large values than there is room for, and counts the others', async () => {
  const names = ['A', 'B'];
  const large = (name: string) => ({
    type: 'Set variable',
    options: { variableId: `v${name}`, expressionToEvaluate: '"a".repeat(900000)' },
  });
  const items = Array.from({ length: 24 }, (_, index) => `Item${index}`);
  const flow = flowOf({
    variables: Object.fromEntries(names.map((name) => [name, null])),
    groups: {
      Start: [
        ...names.map(large),
        { type: 'choice input', items: items.map((id) => ({ id, content: id, to: id })) },
      ],
      ...Object.fromEntries(items.map((id) => [id, [ask('text input')]])),
    },
  });
  const bot = botOf(flow);
  const search = openSearch(bot);
  const goOn = async (state: State) => {
    for (const move of search.maker.movesOf(state.chat, search.random))
      await take(search, { state, move });
  };
  await goOn({ chat: newChat(bot, { now: 0 }), depth: 0 });
  const asked = nextWaiting(search);
  if (asked) await goOn(asked);
  expect(search.chats).toBeGreaterThan(items.length);
  expect(search.queue.fresh.length).toBeLessThan(items.length);
  expect(search.dropped).toBeGreaterThan(0);
});

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

/** What is seen of a turn. */
function seen({ chat, events, passed, refusal }: Played) {
  return { chat, events, passed, refusal: refusal?.message };
}

/** Explores a flow for some turns, and takes each of them once more; how many turns were known, and those that came out otherwise. */
async function exploreTwice(flow: Flow, most: number) {
  const bot = botOf(flow);
  const chats = new Map<State['way'], Chat>();
  const before = new Set<Played>();
  const others: Played[] = [];
  let known = 0;
  for await (const { played, next, move } of exploredTurns(openSearch(bot))) {
    const from = chats.get(next.way?.before) ?? newChat(bot, next.chat.clock);
    const again = await playMove(bot, { before: from, move, wanted: () => [] });
    if (JSON.stringify(seen(again)) !== JSON.stringify(seen(played))) others.push(again);
    if (before.has(played)) known += 1;
    before.add(played);
    chats.set(next.way, again.chat);
    if (chats.size === most) break;
  }
  return { known, others };
}

describe('an exploration', () => {
  test.each(['lead-form.json', 'quiz.json'])(
    'of %s takes each turn once, and it is what it would be again',
    async (name) => {
      const { known, others } = await exploreTwice(exampleFlow(name), 400);
      expect(others).toEqual([]);
      expect(known).toBeGreaterThan(40);
    },
  );

  test('takes a turn again where it goes by chance', async () => {
    const flow = flowOf({
      variables: { Name: null, Id: null, Number: null },
      groups: {
        Start: [
          { type: 'Set variable', options: { variableId: 'vId', type: 'Random ID' } },
          {
            type: 'Set variable',
            options: { variableId: 'vNumber', expressionToEvaluate: 'Math.random()' },
          },
          say('{{Id}} {{Number}}'),
          ask('text input', 'Name'),
        ],
      },
    });
    const { known, others } = await exploreTwice(flow, 200);
    expect(others).toEqual([]);
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(120);
  });
});
