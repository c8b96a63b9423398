import { describe, expect, test } from '@jest/globals';
import { caller, meanwhile, send, waiting } from '../support/waitingChat.js';
import { partAt } from '../support/parts.js';

describe('a turn with effects that leave the server', () => {
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
    expect(new Set(keys.map((key) => partAt(key, '0'))).size).toBe(2);
    expect(store.chat.row).toMatchObject({ turn: 2, fence: 1, lease: null });
  });

  test('that finds the lease taken runs no effect, and waits', async () => {
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

  test('that broke off is left to the process that has taken it over', async () => {
    const store = waiting(caller, {
      async untilNotified() {
        store.chat.row = { ...store.chat.row, lease: null };
      },
    });
    store.chat.row = { ...store.chat.row, lease: 'left' };
    meanwhile(store, 'lease_take', () => {
      store.chat.row = { ...store.chat.row, fence: 1, lease: 'held' };
    });
    expect(await send(store)).toEqual(['Done Ada']);
    expect(store.ran.slice(0, 4)).toEqual(['chat_load', 'lease_take', 'chat_load', 'chat_load']);
  });

  test('that lost its lease during an effect writes nothing, and fails', async () => {
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

  test('whose write is refused after its effects fails too, or gets the reply stored for its key', async () => {
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

  test('that is sent again with its key, to a process that remembers the chat, runs no effect again', async () => {
    let effects = 0;
    const store = waiting(caller, {
      handleEffect: async () => ({ ok: true, value: String((effects += 1)) }),
    });
    const once = { key: 'k', requestHash: 'h' };
    expect(await send(store, { once })).toEqual(['Done Ada']);
    store.ran.length = 0;
    expect(await send(store, { once })).toEqual(['Done Ada']);
    expect(store.ran.filter((name) => name !== 'stream_close')).toEqual([
      'reply_find',
      'chat_load_keyed',
    ]);
    expect(effects).toBe(2);
    expect(await send(store, { once: { ...once, key: 'other' } })).toEqual(['Done Ada']);
    expect(effects).toBe(4);
  });

  test.each(hadEffects.slice(1))(
    'that breaks off before the result of %s repeats no effect whose result is stored',
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

  test('that broke off is not continued for another message', async () => {
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
