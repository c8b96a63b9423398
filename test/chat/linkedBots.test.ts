import { expect, test } from '@jest/globals';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import { run } from '../../src/chat/run.js';
import { newSession } from '../support/chat.js';
import { flowsOf, openFakeStore } from '../support/fakeStore.js';
import { flowOf, say } from '../support/flowOf.js';
import { linesOf } from '../support/lines.js';

const link = { type: 'Bot link', options: { botId: 'other' } };
const flow = flowOf({ groups: { Start: [link, say('back')] } });
const other = flowOf({ groups: { Start: [say('other')] } }, 'other');

/** The lines of a start, where a statement finds something, and what the statements were sent. */
async function play(found: Record<string, object[]>, isPreview = false) {
  const flows = { ...flowsOf(flow, other), save: async () => other };
  const store = openFakeStore(flow, { flows });
  Object.assign(store.found, found);
  const sent: unknown[] = [];
  store.before = (name, values) => void sent.push([name, ...values]);
  const turn = await run(store.ports, {
    sessionId: 'ses_1',
    turn: 1,
    firstSeq: 1,
    session: newSession(flow, isPreview ? {} : { isPreview, resultId: 'res_1' }),
    input: { type: 'start' },
    journal: openUnleasedJournal(() => 0, 'chat'),
  });
  return { lines: linesOf(turn.events), sent };
}

test('a chat goes on in what is published of another bot, and comes back', async () => {
  const { lines, sent } = await play({ linked_published: [{ flowId: 'other' }] });
  expect(lines).toEqual(['bot: other', 'bot: back']);
  expect(sent).toEqual([['linked_published', 'bot', 'other']]);
});

test('a preview goes on in the draft of another bot', async () => {
  const { lines, sent } = await play({ linked_draft: [{ draft: '{}' }] }, true);
  expect(lines).toEqual(['bot: other', 'bot: back']);
  expect(sent).toEqual([['linked_draft', 'bot', 'other']]);
});

test.each([false, true])(
  'a link to a bot that is not there is skipped (preview: %s)',
  async (isPreview) => {
    const { lines } = await play({}, isPreview);
    expect(lines).toEqual([expect.stringMatching(/^log: error: .*Bot link/), 'bot: back']);
  },
);
