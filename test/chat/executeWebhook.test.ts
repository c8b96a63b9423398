import { describe, expect, test } from '@jest/globals';
import { executeWebhook } from '../../src/chat/executeWebhook.js';
import { answerOf } from '../support/answerOf.js';
import { listener } from '../support/botOf.js';
import { flowOf } from '../support/flowOf.js';
import type { FakeStore } from '../support/fakeStore.js';
import { parrot, waiting } from '../support/waitingChat.js';
import { partAt, recordAt } from '../support/parts.js';

const open = (): FakeStore =>
  waiting(flowOf(listener), { handleEffect: async (effect) => answerOf(effect) });
const place = { sessionId: 'ses_1', botId: 'bot', blockId: 'Start.1' };
const call = async (store: FakeStore, more: object = {}): Promise<unknown> => {
  const data = { name: 'Ada' };
  const sent = { ...place, data, clientAddress: '192.0.2.1', once: undefined, ...more };
  return partAt(await executeWebhook(store.ports, sent), 'messages.0.content.plainText');
};
const changeState = (store: FakeStore, change: object): void => {
  const { row } = store.chat;
  store.chat.row = { ...row, state: { ...recordAt(row.state), ...change } };
};
const notAwaited = { reason: 'WEBHOOK_NOT_AWAITED' };

describe('a call of a webhook', () => {
  test('continues the chat that waits there, with the data of the call', async () => {
    expect(await call(open())).toBe('Hi Ada (200)');
    expect(await call(open(), { data: 'no object' })).toBe('Hi  (200)');
  });

  test('that comes twice is refused the second time', async () => {
    const store = open();
    await call(store);
    await expect(call(store)).rejects.toMatchObject(notAwaited);
    expect(store.chat.turns).toHaveLength(1);
  });

  test('that comes twice with one idempotency key gets the same reply', async () => {
    const store = open();
    const once = { key: 'k', requestHash: 'h' };
    expect([await call(store, { once }), await call(store, { once })]).toEqual([
      ...['Hi Ada (200)', 'Hi Ada (200)'],
    ]);
    expect(store.chat.turns).toHaveLength(1);
  });

  test('is refused at another block, at an input, and for a bot that is not in the chat', async () => {
    const store = open();
    await expect(call(store, { blockId: 'Start.9' })).rejects.toMatchObject(notAwaited);
    const asking = waiting(parrot);
    await expect(call(asking, { blockId: 'Loop.1' })).rejects.toMatchObject(notAwaited);
    const stranger = call(store, { botId: 'other' });
    await expect(stranger).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  });

  test('is refused if the chat waits for another report of its client', async () => {
    const wait = { type: 'Wait', options: { secondsToWaitFor: '1', shouldPause: true } };
    const store = waiting(flowOf({ groups: { Start: [wait] } }));
    await expect(call(store)).rejects.toMatchObject(notAwaited);
  });

  test('is refused while a person has taken the chat over, and after a preview has ended', async () => {
    const store = open();
    changeState(store, { isPaused: true });
    await expect(call(store)).rejects.toMatchObject(notAwaited);
    const ended = open();
    changeState(ended, { phase: 'ended' });
    await expect(call(ended)).rejects.toMatchObject(notAwaited);
    const registered = open();
    changeState(registered, { phase: 'registered', at: undefined });
    await expect(call(registered)).rejects.toMatchObject(notAwaited);
  });

  test('waits for the turn of another process that is about to reach the block', async () => {
    const store = open();
    const { row } = store.chat;
    store.chat.row = { ...row, lease: 'held', state: { ...recordAt(row.state), at: undefined } };
    const { untilNotified } = store.ports;
    Object.assign(store.ports, {
      untilNotified: (...args: Parameters<typeof untilNotified>) => {
        store.chat.row = row;
        return untilNotified(...args);
      },
    });
    expect(await call(store)).toBe('Hi Ada (200)');
  });
});
