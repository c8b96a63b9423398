import { describe, expect, test } from '@jest/globals';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import type { OpenTurn } from '../../src/chat/openTurn.js';
import { startTurn } from '../../src/chat/turn.js';
import { newSession } from '../support/chat.js';
import { openFakeStore, type FakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';

const flow = flowOf({ groups: { Start: [say('Hi'), ask('text input')] } });

/** Runs the first turn of a chat, with a key if one is given. */
function firstTurn(
  turn: 0 | 1,
  more: Partial<Pick<OpenTurn, 'sessionId' | 'once'>> = {},
): OpenTurn {
  const start = { botId: 'bot', resultId: 'res_1', isPreview: false, allowedOrigins: [] };
  return {
    sessionId: 'ses_1',
    turn,
    firstSeq: 1,
    session: newSession(flow, { isPreview: false, resultId: 'res_1' }),
    input: { type: 'start' },
    journal: openUnleasedJournal(() => 0, 'origin'),
    ...more,
    start,
    bot: { id: 'shown', flow },
  };
}

const startOf = async (store: FakeStore, turn: 0 | 1) =>
  startTurn(store.ports, { once: undefined, load: async () => firstTurn(turn) });

describe('the start of a chat', () => {
  test('runs the first turn, writes it, announces it, and replies with the bot and the result', async () => {
    const store = openFakeStore(flow);
    const reply = await startOf(store, 1);
    expect(reply).toMatchObject({ turn: 1, lastSeq: 3, resultId: 'res_1', bot: { id: 'shown' } });
    expect(reply.messages).toHaveLength(1);
    expect(store.ran).toEqual(['start_commit']);
    expect(store.announced).toEqual(['turn', 'bot']);
    expect(store.ports.recent.recall('ses_1')).toMatchObject({ turn: 1, seq: 3 });
  });

  test('that only registers runs nothing, names no result, and sends no wake-up', async () => {
    const store = openFakeStore(flow);
    const reply = await startOf(store, 0);
    expect(reply).toMatchObject({ turn: 0, lastSeq: 0, messages: [], bot: { id: 'shown' } });
    expect(reply).not.toHaveProperty('resultId');
    expect(store.ran).toEqual(['start_commit']);
    expect(store.announced).toEqual([]);
  });

  test('is loaded again if its write was refused, within the same limit of previews', async () => {
    const store = openFakeStore(flow);
    store.chat.refusedStarts = 1;
    let loads = 0;
    let gated = 0;
    const reply = await startTurn(store.ports, {
      once: undefined,
      load: async () => firstTurn(1, { sessionId: `ses_${(loads += 1)}` }),
      gate: async (work) => {
        gated += 1;
        return work();
      },
    });
    expect([reply.sessionId, loads, gated]).toEqual(['ses_2', 2, 2]);
  });

  test('with a key is done once if two arrive at the same time, or another process was faster', async () => {
    const store = openFakeStore(flow);
    const once = { key: 'k', requestHash: 'h', scope: 'start/bot', shardKeys: [''] };
    const begin = async () =>
      startTurn(store.ports, { once, load: async () => firstTurn(1, { once }) });
    const [first, second] = await Promise.all([begin(), begin()]);
    expect(second).toEqual(first);
    expect(store.ran).toEqual(['reply_find', 'start_commit_keyed', 'reply_find']);
    const kept = new Map(store.chat.replies);
    store.chat.replies.clear();
    store.chat.refusedStarts = 1;
    store.after = (name) => {
      if (name === 'start_commit_keyed') store.chat.replies = kept;
    };
    expect(await begin()).toEqual(first);
    expect(store.ran.slice(3)).toEqual(['reply_find', 'start_commit_keyed', 'reply_find']);
  });

  test('with a key is repeated with its reply', async () => {
    const store = openFakeStore(flow);
    const once = { key: 'k', requestHash: 'h', scope: 'start/bot', shardKeys: [''] };
    const load = async () => firstTurn(1, { once });
    const first = await startTurn(store.ports, { once, load });
    expect(await startTurn(store.ports, { once, load })).toEqual(first);
    expect(store.ran).toEqual(['reply_find', 'start_commit_keyed', 'reply_find']);
    const other = { ...once, requestHash: 'other' };
    await expect(startTurn(store.ports, { once: other, load })).rejects.toMatchObject({
      reason: 'IDEMPOTENCY_MISMATCH',
    });
  });
});
