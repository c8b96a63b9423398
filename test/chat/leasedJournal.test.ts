import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { openJournal, type LeasedJournal } from '../../src/chat/leasedJournal.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import type { Effect } from '../../src/engine/index.js';
import { fakeTimeouts, openFakeStore, type FakeStore } from '../support/fakeStore.js';
import { flowOf } from '../support/flowOf.js';
import { standIn } from '../support/standIn.js';

const flow = flowOf({ groups: {} });
const outside: Effect = standIn({
  kind: 'runScript',
  code: '',
  args: [],
  capabilities: { fetch: true },
});
const inside: Effect = standIn({ kind: 'evaluate', expressions: [], args: [] });
const done = async () => ({ ok: true, value: 'done' }) as const;
const OVER = { ok: false, error: 'another process takes this turn', isFinal: true };

async function opened(store: FakeStore): Promise<LeasedJournal> {
  const journal = await openJournal(store.ports, store.chat.row, { message: { text: 'message' } });
  if (!journal) throw new Error('The journal was not opened');
  return journal;
}

const lose = (store: FakeStore) => {
  store.chat.row = { ...store.chat.row, fence: store.chat.row.fence + 1 };
};

describe('the journal of a turn', () => {
  test('takes no lease for effects that stay on this server, and the turn is written under the old fencing token', async () => {
    const store = openFakeStore(flow);
    const journal = await opened(store);
    await journal.resultOf({ number: 1, effect: inside }, done);
    expect([store.ran, journal.guard(), journal.wasLeased()]).toEqual([
      [],
      { fence: 0, endsLease: false },
      false,
    ]);
  });

  test('stores results computed on this server together with the lease, or with the next renewal', async () => {
    const store = openFakeStore(flow);
    const journal = await opened(store);
    await journal.resultOf({ number: 1, effect: inside }, done);
    await journal.resultOf({ number: 2, effect: outside }, done);
    expect([...store.chat.journal.keys()]).toEqual([0, 1, 2]);
    await journal.resultOf({ number: 3, effect: inside }, done);
    expect(store.ran).toEqual(['lease_take', 'lease_keep']);
    const seen: unknown[] = [];
    await journal.resultOf({ number: 4, effect: outside }, async () => {
      seen.push(...store.chat.journal.keys());
      return done();
    });
    expect(seen).toEqual([0, 1, 2, 3]);
    await journal.during(async () => 'written');
  });

  test('renews a lease that is half over before the next effect, which does not run if the lease is lost', async () => {
    const store = openFakeStore(flow);
    const journal = await opened(store);
    await journal.resultOf({ number: 1, effect: outside }, done);
    store.time += 4_999;
    await journal.resultOf({ number: 2, effect: outside }, done);
    expect(store.ran).toEqual(['lease_take', 'lease_keep', 'lease_keep']);
    store.time += 5_000;
    await journal.resultOf({ number: 3, effect: outside }, done);
    expect(store.ran.slice(3)).toEqual(['lease_keep', 'lease_keep']);
    store.time += 5_000;
    lose(store);
    let effects = 0;
    const late = async () => ({ ok: true, value: String((effects += 1)) }) as const;
    expect(await journal.resultOf({ number: 4, effect: outside }, late)).toMatchObject({
      result: OVER,
    });
    expect(await journal.resultOf({ number: 5, effect: outside }, late)).toMatchObject({
      result: OVER,
    });
    expect([effects, journal.guard(), journal.wasLeased()]).toEqual([0, undefined, true]);
    expect(await journal.during(async () => undefined)).toBeUndefined();
    expect(store.ran.slice(5)).toEqual(['lease_keep']);
  });

  test('stops when another process has the lease: no effect runs, and nothing is written', async () => {
    const store = openFakeStore(flow);
    const journal = await opened(store);
    store.chat.row = { ...store.chat.row, lease: 'held' };
    const { result } = await journal.resultOf({ number: 1, effect: outside }, done);
    expect([result, journal.guard(), journal.wasLeased()]).toEqual([OVER, undefined, false]);
  });

  test('is not opened if another process takes over the turn that broke off', async () => {
    const store = openFakeStore(flow);
    const left = { ...store.chat.row, lease: 'left' as const };
    lose(store);
    expect(await openJournal(store.ports, left, { message: { text: 'message' } })).toBeUndefined();
  });

  test('has the results of the turn that broke off, for the same effects only, and the time it began', async () => {
    const store = openFakeStore(flow);
    const first = await opened(store);
    await first.resultOf({ number: 1, effect: outside }, done);
    await first.during(async () => undefined);
    expect(store.chat.row.lease).toBe('left');
    store.time += 60_000;
    const second = await opened(store);
    expect(second.beganAt).toBe(1_000);
    const again = async () => ({ ok: true, value: 'again' }) as const;
    expect(await second.resultOf({ number: 1, effect: outside }, again)).toEqual({
      result: { ok: true, value: 'done' },
      at: 1_000,
    });
    const { result } = await second.resultOf({ number: 1, effect: inside }, again);
    expect(result).toEqual({ ok: true, value: 'again' });
    expect(second.callKey(1)).toBe(first.callKey(1));
    await second.during(async () => 'written');
  });

  test('begins again if that of the broken turn is gone because the chat was closed', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, lease: 'left' };
    store.before = (name) => {
      if (name === 'lease_answers') store.chat.journal.clear();
    };
    store.time = 5_000;
    const journal = await opened(store);
    expect(journal.beganAt).toBe(5_000);
    await journal.during(async () => 'written');
  });

  test('does not keep a failed payment for a later attempt', async () => {
    const store = openFakeStore(flow);
    const journal = await opened(store);
    const pay: Effect = standIn({ kind: 'createPayment' });
    await journal.resultOf({ number: 1, effect: pay }, async () => ({
      ok: false,
      error: 'no account',
    }));
    expect([...store.chat.journal.keys()]).toEqual([0]);
    await journal.during(async () => undefined);
  });

  test('releases its lease when the attempt fails, and ignores a failure of the release', async () => {
    const store = openFakeStore(flow);
    const journal = await opened(store);
    await journal.resultOf({ number: 1, effect: outside }, done);
    store.before = () => {
      throw new Error('connection lost');
    };
    const failed = journal.during(() => Promise.reject(new Error('disk full')));
    await expect(failed).rejects.toThrow('disk full');
    expect(store.ran.at(-1)).toBe('lease_leave');
  });
});

describe('while an effect that leaves the server runs', () => {
  test('the lease is renewed repeatedly, even if a renewal fails', async () => {
    const timeouts = { ...fakeTimeouts, leaseLasts: 30 };
    const store = openFakeStore(flow, { timeouts });
    const journal = await opened(store);
    const renewals = () => store.ran.filter((name) => name === 'lease_keep').length;
    const handled = async () => {
      while (renewals() < 2) await pause(1);
      store.before = () => {
        throw new Error('connection lost');
      };
      while (renewals() < 4) await pause(1);
      store.before = () => undefined;
      return done();
    };
    const { result } = await journal.resultOf({ number: 1, effect: outside }, handled);
    expect(result).toEqual({ ok: true, value: 'done' });
    const clear = jest.spyOn(globalThis, 'clearInterval');
    await journal.during(async () => 'written');
    expect(clear).toHaveBeenCalledWith(expect.objectContaining({ _repeat: 10 }));
  });

  test('each wake-up of the chat makes it check the lease, and the effect is aborted if the lease is lost', async () => {
    let news = (): void => undefined;
    const untilNotified: ChatPorts['untilNotified'] = () =>
      new Promise((resolve) => (news = resolve));
    const timeouts = { ...fakeTimeouts, leaseLasts: 600_000 };
    const store = openFakeStore(flow, { untilNotified, timeouts });
    const journal = await opened(store);
    const waits = jest.spyOn(store.ports, 'untilNotified');
    const result = journal.resultOf(
      { number: 1, effect: outside },
      (abandoned) =>
        new Promise((resolve) =>
          abandoned?.addEventListener('abort', () => resolve({ ok: false, error: 'abandoned' })),
        ),
    );
    while (!store.ran.includes('lease_take')) await Promise.resolve();
    await new Promise(setImmediate);
    store.before = () => {
      throw new Error('connection lost');
    };
    news();
    await new Promise(setImmediate);
    store.before = () => undefined;
    lose(store);
    news();
    expect(await result).toMatchObject({ result: OVER });
    expect(journal.guard()).toBeUndefined();
    await journal.during(async () => undefined);
    expect(waits).toHaveBeenCalledTimes(2);
  });

  test('the loss of the lease is noticed, and no other effect begins', async () => {
    const timeouts = { ...fakeTimeouts, leaseLasts: 30 };
    const store = openFakeStore(flow, { timeouts });
    const journal = await opened(store);
    await journal.resultOf({ number: 1, effect: outside }, done);
    lose(store);
    while (journal.guard()) await pause(1);
    let effects = 0;
    const late = async () => ({ ok: true, value: String((effects += 1)) }) as const;
    const { result } = await journal.resultOf({ number: 2, effect: outside }, late);
    expect([result, effects]).toEqual([OVER, 0]);
    await journal.during(async () => undefined);
  });

  test('what is computed while results are stored is stored with the next ones', async () => {
    const timeouts = { ...fakeTimeouts, leaseLasts: 30 };
    const store = openFakeStore(flow, { timeouts });
    const journal = await opened(store);
    await journal.resultOf({ number: 1, effect: outside }, done);
    let end = (): void => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    store.after = () => slow;
    const stored = store.ran.length;
    while (store.ran.length === stored) await pause(1);
    await journal.resultOf({ number: 2, effect: inside }, done);
    store.after = () => undefined;
    end();
    await pause(1);
    await journal.resultOf({ number: 3, effect: outside }, done);
    expect([...store.chat.journal.keys()]).toEqual([0, 1, 2, 3]);
    await journal.during(async () => 'written');
  });

  test('a reply that is streamed causes wake-ups itself, which cause no checks', async () => {
    let looks = 0;
    const store = openFakeStore(flow, {
      untilNotified: async () => {
        looks += 1;
        return new Promise(() => undefined);
      },
    });
    const journal = await opened(store);
    const forge: Effect = standIn({ kind: 'forge', saidBy: 'block' });
    await journal.resultOf({ number: 1, effect: forge }, done);
    expect(looks).toBe(0);
    await journal.resultOf({ number: 2, effect: inside }, done);
    expect(looks).toBe(0);
    await journal.resultOf({ number: 3, effect: outside }, done);
    expect(looks).toBe(1);
    await journal.during(async () => 'written');
  });
});
