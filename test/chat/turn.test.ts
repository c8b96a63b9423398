import { describe, expect, test } from '@jest/globals';
import type { ContinueRequest } from '../../src/chat/openTurn.js';
import { continueChat } from '../../src/chat/turn.js';
import type { EffectResult } from '../../src/engine/index.js';
import { newSession, runTurn } from '../support/chat.js';
import { openFakeStore, type FakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';

const parrot = flowOf({
  variables: { Said: null },
  groups: {
    Loop: [{ ...ask('text input', 'Said'), to: 'Say' }],
    Say: [say('You said {{Said}}'), { type: 'Jump', options: { groupId: 'Loop' } }],
  },
});

const call = {
  type: 'Webhook',
  options: {
    isCustomBody: true,
    webhook: { url: 'https://example.com', method: 'POST', body: '{"said":"{{Said}}"}' },
  },
};
/** Two calls outside in each turn. */
const caller = flowOf({
  variables: { Said: null },
  groups: {
    Loop: [{ ...ask('text input', 'Said'), to: 'Call' }],
    Call: [call, call, say('Done {{Said}}'), { type: 'Jump', options: { groupId: 'Loop' } }],
  },
});

/** A chat that waits at its first input. */
function waiting(flow = parrot, ports: Parameters<typeof openFakeStore>[1] = {}): FakeStore {
  const store = openFakeStore(flow, ports);
  const live = newSession(flow, { isPreview: false, resultId: 'res_1' });
  const { session } = runTurn((id) => (id === flow.id ? flow : undefined), live, { type: 'start' });
  store.chat.row = { ...store.chat.row, state: session };
  return store;
}

async function send(store: FakeStore, more: Partial<ContinueRequest> = {}): Promise<unknown[]> {
  const request = { sessionId: 'ses_1', message: { text: 'Ada' }, clientAddress: '192.0.2.1' };
  const { messages } = await continueChat(store.ports, { ...request, ...more });
  return messages.map(({ content }) => Object(content).plainText);
}

/** Something another process does, once, right before a statement is run. */
function meanwhile(store: FakeStore, statement: string, what: () => void): void {
  let isDone = false;
  store.before = (name) => {
    if (isDone || !name.startsWith(statement)) return;
    isDone = true;
    what();
  };
}

describe('a turn without effects outside', () => {
  test('is one read and one write, and the next one the write alone', async () => {
    const store = waiting();
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['chat_load', 'turn_commit']);
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['chat_load', 'turn_commit', 'turn_commit']);
    expect(store.announced).toEqual(['turn', 'bot', 'turn', 'bot']);
  });

  test('that lost the race is loaded and run again', async () => {
    const store = waiting();
    meanwhile(store, 'turn_commit', () => {
      store.chat.row = { ...store.chat.row, turn: 2, seq: 5 };
    });
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['chat_load', 'turn_commit', 'chat_load', 'turn_commit']);
    expect(store.chat.row.turn).toBe(3);
    expect(store.announced).toEqual(['turn', 'bot']);
  });

  test('on a chat that is remembered as it was is refused, forgotten and read', async () => {
    const store = waiting();
    await send(store);
    store.ran.length = 0;
    store.chat.row = { ...store.chat.row, turn: 3, seq: 9 };
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['turn_commit', 'chat_load', 'turn_commit']);
    expect(store.chat.row.turn).toBe(4);
  });

  test('that never gets its write done is refused in the end', async () => {
    const store = waiting();
    store.before = () => {
      store.time += 400;
      store.chat.row = { ...store.chat.row, turn: store.chat.row.turn + 1 };
    };
    await expect(send(store)).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
    expect(store.chat.turns).toEqual([]);
  });

  test.each(['chat_load', 'turn_commit'])('leaves nothing when %s fails', async (statement) => {
    const store = waiting();
    const before = JSON.stringify(store.chat.row);
    meanwhile(store, statement, () => {
      throw new Error('connection lost');
    });
    await expect(send(store)).rejects.toThrow('connection lost');
    expect([JSON.stringify(store.chat.row), store.announced]).toEqual([before, []]);
    expect(await send(store)).toEqual(['You said Ada']);
  });

  test('whose answer to the write is lost has happened: the next turn comes after it', async () => {
    const store = waiting();
    store.after = (name) => {
      if (name === 'turn_commit' && store.chat.row.turn === 2) {
        store.after = () => undefined;
        throw new Error('connection lost');
      }
    };
    await expect(send(store)).rejects.toThrow('connection lost');
    expect(store.chat.row.turn).toBe(2);
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.chat.row.turn).toBe(3);
  });
});

describe('a turn with a key', () => {
  const once = { key: 'k', requestHash: 'h' };

  test('gets the reply that was kept, which is announced again', async () => {
    const store = waiting();
    expect(await send(store, { once })).toEqual(['You said Ada']);
    expect(await send(store, { once })).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['chat_load_keyed', 'turn_commit_keyed', 'chat_load_keyed']);
    expect(store.announced).toEqual(['turn', 'bot', 'turn']);
    const other = send(store, { once: { ...once, requestHash: 'other' } });
    await expect(other).rejects.toMatchObject({ reason: 'IDEMPOTENCY_MISMATCH' });
  });

  test('reads the chat, which another process may have continued, and forgets it', async () => {
    const store = waiting();
    await send(store);
    await send(store, { once });
    expect(store.ports.recent.recall('ses_1')).toBeUndefined();
    expect(store.ran.slice(2)).toEqual(['chat_load_keyed', 'turn_commit_keyed']);
  });
});

describe('whether a chat goes on', () => {
  const closed = { ...newSession(parrot), phase: 'ended', isClosed: true };
  test.each([
    ['a page that is not allowed', { allowedOrigins: ['https://a'] }, 'ORIGIN_NOT_ALLOWED'],
    ['one that has ended', { isEnded: true }, 'SESSION_ENDED'],
    [
      'a preview that was closed',
      { isEnded: true, isPreview: true, state: closed },
      'SESSION_ENDED',
    ],
    [
      'one that was left for too long',
      { updatedAt: 1_000 - 7 * 86_400_000 - 1 },
      'SESSION_EXPIRED',
    ],
    ['one that has come further', { turn: 5 }, 'TURN_CONFLICT'],
  ])('not %s', async (_which, row, reason) => {
    const store = waiting();
    store.chat.row = { ...store.chat.row, ...row };
    const sent = send(store, { origin: 'https://b', expectedTurn: 1 });
    await expect(sent).rejects.toMatchObject({ reason });
    expect(store.ran).toEqual(['chat_load']);
  });

  test('and at the limits it does', async () => {
    const store = waiting();
    store.chat.row = {
      ...store.chat.row,
      updatedAt: 1_000 - 7 * 86_400_000,
      isPreview: true,
      isEnded: true,
      allowedOrigins: ['https://b'],
    };
    await send(store, { origin: 'https://b', expectedTurn: 1 });
    store.chat.row = { ...store.chat.row, isPreview: false, isEnded: false };
    await send(store, { expectedTurn: 2 });
    expect(store.chat.row.turn).toBe(3);
  });

  test('is decided on the chat as it is stored, not as it is remembered', async () => {
    const store = waiting();
    await send(store);
    store.ran.length = 0;
    await expect(send(store, { expectedTurn: 1 })).rejects.toMatchObject({
      reason: 'TURN_CONFLICT',
    });
    await send(store, { expectedTurn: 2 });
    const command = { text: 'x', command: 'none' };
    await expect(send(store, { message: command })).rejects.toMatchObject({
      reason: 'COMMAND_NOT_FOUND',
    });
    store.time += 3_600_002;
    await send(store);
    expect(store.ran).toEqual([
      'chat_load',
      'turn_commit',
      'chat_load',
      'chat_load',
      'turn_commit',
    ]);
  });

  test('is said at once to a call that is out of date, while another one is under way', async () => {
    const store = waiting(caller, { handleEffect: () => effect });
    let end = (_: EffectResult): void => undefined;
    const effect = new Promise<EffectResult>((resolve) => (end = resolve));
    const first = send(store);
    const late = send(store, { expectedTurn: 0 });
    await expect(late).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
    const patient = send(store, { expectedTurn: 1 });
    end({ ok: true, value: '' });
    expect(await first).toEqual(['Done Ada']);
    await expect(patient).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
  });
});

describe('a turn with effects outside', () => {
  const hadEffects = ['chat_load', 'lease_take', 'lease_keep', 'lease_keep', 'turn_commit_leased'];

  test('takes the lease first, and stores each result before the next effect', async () => {
    const keys: unknown[] = [];
    const store = waiting(caller, {
      async handleEffect(_effect, _id, origin) {
        keys.push([origin?.callKey, store.chat.row.lease, store.chat.journal.size]);
        return { ok: true, value: '' };
      },
    });
    expect(await send(store)).toEqual(['Done Ada']);
    expect(store.ran).toEqual(hadEffects);
    expect(keys).toEqual([
      [expect.stringMatching(/^[\da-f]{40}$/), 'held', 1],
      [expect.stringMatching(/^[\da-f]{40}$/), 'held', 2],
    ]);
    expect(new Set(keys.map((key) => Object(key)[0])).size).toBe(2);
    expect(store.chat.row).toMatchObject({ turn: 2, fence: 1, lease: null });
  });

  test('that finds the lease taken has no effect, and waits', async () => {
    let effects = 0;
    const store = waiting(caller, {
      handleEffect: async () => ({ ok: true, value: String((effects += 1)) }),
      async untilNotified() {
        store.chat.row = { ...store.chat.row, lease: null };
      },
    });
    meanwhile(store, 'lease_take', () => {
      store.chat.row = { ...store.chat.row, fence: 1, lease: 'held' };
    });
    expect(await send(store)).toEqual(['Done Ada']);
    expect(store.ran.slice(0, 4)).toEqual(['chat_load', 'lease_take', 'chat_load', 'chat_load']);
    expect(effects).toBe(2);
  });

  test('that lost its lease while it was outside writes nothing, and fails', async () => {
    const store = waiting(caller);
    meanwhile(store, 'lease_keep', () => {
      store.chat.row = { ...store.chat.row, fence: 2 };
    });
    await expect(send(store)).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
    expect(store.ran).toEqual([
      'chat_load',
      'lease_take',
      'lease_keep',
      'chat_load',
      'stream_close',
    ]);
    expect(store.chat.turns).toEqual([]);
  });

  test('that lost the race after its effects fails too, or gets the reply kept for its key', async () => {
    const lost = waiting(caller);
    meanwhile(lost, 'turn_commit', () => {
      lost.chat.row = { ...lost.chat.row, turn: 2 };
    });
    await expect(send(lost)).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
    expect(lost.ran.slice(-3)).toEqual(['lease_leave', 'chat_load', 'stream_close']);
    const keyed = waiting(caller);
    const once = { key: 'k', requestHash: 'h' };
    const kept = { raw: { messages: [{ content: { plainText: 'by another' } }] } };
    meanwhile(keyed, 'turn_commit', () => {
      keyed.chat.row = { ...keyed.chat.row, turn: 2 };
      keyed.chat.replies.set('k', { requestHash: 'h', reply: JSON.stringify(kept) });
    });
    expect(await send(keyed, { once })).toEqual(['by another']);
  });

  test.each(hadEffects.slice(1))(
    'that breaks off before the answer of %s has no effect twice that it has the result of',
    async (statement) => {
      const effects: string[] = [];
      const store = waiting(caller, {
        async handleEffect(effect) {
          effects.push(effect.kind);
          return { ok: true, value: '' };
        },
      });
      store.after = (name) => {
        if (name !== statement) return;
        store.after = () => undefined;
        throw new Error('killed');
      };
      await expect(send(store)).rejects.toThrow('killed');
      const isWritten = statement === 'turn_commit_leased';
      // A process that was killed releases nothing; its lease runs out.
      if (!isWritten) store.chat.row = { ...store.chat.row, lease: 'left' };
      expect(await send(store)).toEqual(['Done Ada']);
      expect(effects).toHaveLength(isWritten ? 4 : 2);
      expect(store.chat.row.turn).toBe(isWritten ? 3 : 2);
    },
  );

  test('that broke off is another turn for another message', async () => {
    const store = waiting(caller);
    meanwhile(store, 'turn_commit', () => {
      throw new Error('killed');
    });
    await expect(send(store)).rejects.toThrow('killed');
    expect([store.chat.row.lease, store.chat.journal.size]).toEqual(['left', 3]);
    store.ran.length = 0;
    expect(await send(store, { message: { text: 'Bob' } })).toEqual(['Done Bob']);
    expect(store.ran.filter((name) => name === 'lease_keep')).toHaveLength(2);
  });
});
