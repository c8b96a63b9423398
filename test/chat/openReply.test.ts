import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openReply, type OpenReply } from '../../src/chat/openReply.js';
import { stopReply } from '../../src/chat/openReply.js';
import { openFakeStore, type FakeStore } from '../support/fakeStore.js';
import { flowOf } from '../support/flowOf.js';
import { standIn } from '../support/standIn.js';

/** Moves the clock of the last opened reply by a tenth of a second. */
let tick = (): void => undefined;
beforeEach(() => {
  const onInterval = (callback: () => void) => {
    tick = callback;
    return standIn<NodeJS.Timeout>({ isInterval: true });
  };
  jest.spyOn(globalThis, 'setInterval').mockImplementation(standIn(onInterval));
});

interface Streamed {
  readonly store: FakeStore;
  readonly reply: OpenReply;
  /** The writes: each text, and whether it is the last one. */
  readonly written: unknown[];
  /** How often watchers were notified. */
  readonly announced: string[];
}

async function opened(): Promise<Streamed> {
  const announced: string[] = [];
  const announceText = (sessionId: string) => void announced.push(sessionId);
  const store = openFakeStore(flowOf({ groups: {} }), { announceText });
  const written: unknown[] = [];
  store.before = (name, [, , text, isOver]) => {
    if (name === 'stream_add') written.push(isOver === true ? [text, 'over'] : text);
  };
  const place = { sessionId: 'ses_1', turn: 2, blockId: 'b' };
  return { store, reply: await openReply(store.ports, place), written, announced };
}

const settled = () => new Promise(setImmediate);

describe('a reply that is streamed', () => {
  test('is written at once, then in batches, ten in a second, each of which is announced', async () => {
    const { store, reply, written, announced } = await opened();
    expect([written, announced]).toEqual([[], ['ses_1']]);
    reply.say('Be');
    expect(written).toEqual(['Be']);
    await settled();
    reply.say('cau');
    reply.say('se of');
    expect(written).toEqual(['Be']);
    tick();
    await settled();
    expect([written, announced]).toEqual([
      ['Be', 'cause of'],
      ['ses_1', 'ses_1', 'ses_1'],
    ]);
    await reply.close();
    expect(written.at(-1)).toEqual(['', 'over']);
    expect([announced.length, reply.stopped.aborted]).toEqual([3, false]);
    expect(store.ran).toEqual(['stream_open', 'stream_add', 'stream_add', 'stream_add']);
  });

  test('is written at once after a silence, and where much is waiting', async () => {
    const { reply, written } = await opened();
    tick();
    reply.say('At once');
    await settled();
    expect(written).toEqual(['At once']);
    reply.say('x'.repeat(499));
    await settled();
    expect(written).toHaveLength(1);
    reply.say('x');
    await settled();
    expect(written.slice(1)).toEqual(['x'.repeat(500)]);
  });

  test('is marked as alive after a second of silence, without notifying anybody', async () => {
    const { written, announced } = await opened();
    for (let times = 1; times < 10; times += 1) tick();
    await settled();
    expect(written).toEqual([]);
    for (let times = 1; times <= 10; times += 1) {
      tick();
      await settled();
      expect([written, announced]).toEqual([[''], ['ses_1']]);
    }
  });

  test('is written in order, and whole: one write at a time, and one that failed is repeated with the next', async () => {
    const { store, reply, written, announced } = await opened();
    let end = (): void => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    store.after = () => slow;
    reply.say('one ');
    tick();
    reply.say('two ');
    tick();
    await settled();
    expect(written).toEqual(['one ']);
    store.after = () => {
      throw new Error('connection lost');
    };
    end();
    await settled();
    tick();
    await settled();
    expect([written, announced]).toEqual([
      ['one ', 'two '],
      ['ses_1', 'ses_1'],
    ]);
    store.after = () => undefined;
    reply.say('three');
    await reply.close();
    expect(written.at(-1)).toEqual(['two three', 'over']);
  });

  test('is closed after its current write', async () => {
    const { store, reply, written } = await opened();
    let end = (): void => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    store.after = () => slow;
    reply.say('one');
    tick();
    const clear = jest.spyOn(globalThis, 'clearInterval');
    const closed = reply.close();
    await settled();
    expect(written).toEqual(['one']);
    expect(clear).toHaveBeenCalledWith(expect.objectContaining({ isInterval: true }));
    end();
    await closed;
    expect(written).toEqual(['one', ['', 'over']]);
  });

  test('ends if somebody stops it, which each write notices', async () => {
    const { store, reply } = await opened();
    store.found['stream_add'] = [{ isStopped: true }];
    expect(reply.stopped.aborted).toBe(false);
    reply.say('Because');
    tick();
    await settled();
    expect(reply.stopped.aborted).toBe(true);
  });
});

describe('a reply that is to be stopped', () => {
  const stop = (store: FakeStore, origin?: string) =>
    stopReply(store.ports, { sessionId: 'ses_1', origin });

  test('is stopped if one is streamed, by a page that may run the bot', async () => {
    const store = openFakeStore(flowOf({ groups: {} }));
    expect(await stop(store)).toBe(false);
    store.found['stream_stop'] = [{}];
    expect(await stop(store)).toBe(true);
    store.chat.row = { ...store.chat.row, allowedOrigins: ['https://a'] };
    await expect(stop(store, 'https://b')).rejects.toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED' });
  });

  test('must be of an existing chat', async () => {
    const { ports } = openFakeStore(flowOf({ groups: {} }));
    const stopped = stopReply(ports, { sessionId: 'ses_2', origin: undefined });
    await expect(stopped).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  });
});
