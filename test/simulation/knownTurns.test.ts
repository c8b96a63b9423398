import { describe, expect, test } from '@jest/globals';
import type { Flow } from '../../src/engine/index.js';
import { exploredTurns } from '../../src/simulation/explore.js';
import { newChat, playMove, type Chat, type Played } from '../../src/simulation/playMove.js';
import { openSearch, type State } from '../../src/simulation/search.js';
import { botOf } from '../support/exploring.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { exampleFlow } from '../support/playExample.js';

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
