import { expect, test } from '@jest/globals';
import { botTestSchema } from '../../src/engine/index.js';
import { reportFaults } from '../../src/simulation/explorationReport.js';
import { newChat } from '../../src/simulation/playMove.js';
import { runTest } from '../../src/simulation/runTest.js';
import { nextWaiting, openSearch, take, type State } from '../../src/simulation/search.js';
import { botOf, exploreAll } from '../support/exploring.js';
import { ask, flowOf, say } from '../support/flowOf.js';

test('an exploration ends at once when it is stopped', async () => {
  const flow = flowOf({
    groups: { Start: [{ type: 'Jump', options: { groupId: 'Start' } }] },
  });
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
