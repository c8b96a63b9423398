import { describe, expect, jest, test } from '@jest/globals';
import type { EffectResult } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { caller, meanwhile, parrot, send, waiting } from '../support/waitingChat.js';

describe('a turn without effects that leave the server', () => {
  test('is one read and one write, and the next one the write alone', async () => {
    const store = waiting();
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['chat_load', 'turn_commit']);
    expect(store.ports.recent.recall('ses_1')).toEqual(store.chat.row);
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['chat_load', 'turn_commit', 'turn_commit']);
    expect(store.announced).toEqual(['turn', 'bot', 'turn', 'bot']);
  });

  test('is later than the one before, even if the clock of its server is behind', async () => {
    const store = waiting();
    store.chat.row = { ...store.chat.row, updatedAt: 5_000 };
    await send(store);
    expect(store.chat.row.updatedAt).toBe(5_001);
    store.time = 9_000;
    await send(store);
    expect(store.chat.row.updatedAt).toBe(9_000);
  });

  test('that ends the chat removes it from the cache', async () => {
    const store = waiting(flowOf({ groups: { Start: [ask('text input'), say('Bye')] } }));
    expect(await send(store)).toEqual(['Bye']);
    expect(store.chat.row.isEnded).toBe(true);
    expect(store.ports.recent.recall('ses_1')).toBeUndefined();
  });

  test('whose write was refused is loaded and run again', async () => {
    const store = waiting();
    meanwhile(store, 'turn_commit', () => {
      store.chat.row = { ...store.chat.row, turn: 2, seq: 5 };
    });
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['chat_load', 'turn_commit', 'chat_load', 'turn_commit']);
    expect([store.chat.row.turn, store.time]).toEqual([3, 1_000]);
    expect(store.announced).toEqual(['turn', 'bot']);
  });

  test('on a cached chat that is out of date is refused, and runs again on the chat as stored', async () => {
    const store = waiting();
    await send(store);
    store.ran.length = 0;
    store.chat.row = { ...store.chat.row, turn: 3, seq: 9 };
    expect(await send(store)).toEqual(['You said Ada']);
    expect(store.ran).toEqual(['turn_commit', 'chat_load', 'turn_commit']);
    expect(store.chat.row.turn).toBe(4);
  });

  test('on a chat that another process ended meanwhile leaves nothing in the cache', async () => {
    const store = waiting();
    await send(store);
    store.chat.row = { ...store.chat.row, turn: 3, isEnded: true };
    await expect(send(store)).rejects.toMatchObject({ reason: 'SESSION_ENDED' });
    expect(store.ports.recent.recall('ses_1')).toBeUndefined();
  });

  test('waits for the turn that is under way, and then needs only its own write', async () => {
    const store = waiting();
    const [first, second] = [send(store), send(store, { message: { text: 'Bob' } })];
    expect([await first, await second]).toEqual([['You said Ada'], ['You said Bob']]);
    expect(store.ran).toEqual(['chat_load', 'turn_commit', 'turn_commit']);
  });

  test('whose write is refused repeatedly fails in the end', async () => {
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

  test('counts as written if only the answer to the write was lost: the next turn comes after it', async () => {
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

  test('gets the reply that was stored for it in this chat, and the chat is announced again', async () => {
    const store = waiting();
    const written = jest.spyOn(store.ports.turns, 'write');
    expect(await send(store, { once })).toEqual(['You said Ada']);
    expect(written.mock.lastCall?.[0].reply).toMatchObject({ scope: 'ses_1', ...once });
    expect(await send(store, { once })).toEqual(['You said Ada']);
    const again = ['turn_commit_keyed', 'chat_load_keyed'];
    expect(store.ran).toEqual(['chat_load_keyed', 'turn_commit_keyed', ...again]);
    expect(store.announced).toEqual(['turn', 'bot', 'turn']);
    const other = send(store, { once: { ...once, requestHash: 'other' } });
    await expect(other).rejects.toMatchObject({ reason: 'IDEMPOTENCY_MISMATCH' });
  });

  test('lets other requests be served before its long log is written, which has its reply, too', async () => {
    const long = flowOf({ groups: { Start: [ask('text input'), say('x'.repeat(70_000))] } });
    const servedDuring = async (more: object): Promise<number> => {
      const store = waiting(long);
      let [served, isWritten] = [0, false];
      const serve = (): void => {
        if (isWritten) return;
        served += 1;
        setImmediate(serve);
      };
      store.before = (name) => {
        if (name.startsWith('turn_commit')) isWritten = true;
      };
      setImmediate(serve);
      await send(store, more);
      return served;
    };
    expect(await servedDuring({})).toBeGreaterThan(0);
    expect(await servedDuring({ once })).toBeGreaterThan(0);
  });

  test('reads no chat that this process wrote last', async () => {
    const store = waiting();
    await send(store);
    await send(store, { once });
    expect(store.ran).toEqual(['chat_load', 'turn_commit', 'turn_commit_keyed']);
  });

  test('gets its reply again even if the chat now refuses its message', async () => {
    const store = waiting();
    const message = { text: 'Ada' };
    expect(await send(store, { message, once })).toEqual(['You said Ada']);
    store.ports.claimUploads = () => Promise.reject(new Error('refused'));
    const named = { text: 'https://example.com/a.pdf' };
    await expect(send(store, { message: named })).rejects.toThrow('refused');
    expect(await send(store, { message: named, once })).toEqual(['You said Ada']);
  });
});

test('a chat that does not exist is not found', async () => {
  const unknown = send(waiting(), { sessionId: 'ses_2' });
  await expect(unknown).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
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

  test('is decided exactly at the limits', async () => {
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

  test('is decided on the chat as stored, not as cached', async () => {
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
    store.time = store.chat.row.updatedAt + 3_600_000;
    await send(store);
    store.time = store.chat.row.updatedAt + 3_600_001;
    await send(store);
    expect(store.ran).toEqual([
      'chat_load',
      'turn_commit',
      'chat_load',
      'turn_commit',
      'chat_load',
      'turn_commit',
    ]);
  });

  test('is answered at once for an outdated call, while another call runs', async () => {
    const store = waiting(caller, { handleEffect: () => effect });
    let end = (_: EffectResult): void => undefined;
    const effect = new Promise<EffectResult>((resolve) => (end = resolve));
    const first = send(store);
    const late = send(store, { expectedTurn: 0 });
    await expect(late).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
    const kept = { raw: { messages: [{ content: { plainText: 'kept' } }] } };
    store.chat.replies.set('k', { requestHash: 'h', reply: JSON.stringify(kept) });
    const once = { key: 'k', requestHash: 'h' };
    expect(await send(store, { once, expectedTurn: 0 })).toEqual(['kept']);
    const same = send(store, { expectedTurn: 1 });
    const next = send(store, { expectedTurn: 2 });
    end({ ok: true, value: '' });
    expect(await first).toEqual(['Done Ada']);
    await expect(same).rejects.toMatchObject({ reason: 'TURN_CONFLICT' });
    expect(await next).toEqual(['Done Ada']);
  });
});
