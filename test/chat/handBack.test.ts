import { describe, expect, test } from '@jest/globals';
import { handBack } from '../../src/chat/handBack.js';
import { newSession } from '../support/chat.js';
import { openFakeStore, type FakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';

const flow = flowOf({ groups: { Start: [ask('text input')], Later: [say('Back again')] } });
const request = { sessionId: 'ses_1', groupId: 'Later' };

/** A store with a chat that a person has taken over; a running turn ends while it is waited for. */
function openTakenOver(): FakeStore {
  const store = openFakeStore(flow, {
    async untilNotified() {
      store.chat.row = { ...store.chat.row, lease: null };
    },
  });
  const session = newSession(flow, { isPreview: false, resultId: 'res_1' });
  store.chat.row = { ...store.chat.row, state: { ...session, isPaused: true } };
  return store;
}

/** Changes the chat once, just before a statement, as another process would. */
function meanwhile({ store, name }: { store: FakeStore; name: string }, change: object): void {
  store.before = (one) => {
    if (one !== name) return;
    store.before = () => undefined;
    store.chat.row = { ...store.chat.row, ...change };
  };
}

const status = { kind: 'status', status: 'OPEN' };
const said = { kind: 'message', message: { content: { plainText: 'Back again' } } };

describe('a chat that is given back to its bot', () => {
  test('goes on at a group of its flow', async () => {
    const store = openTakenOver();
    expect(await handBack(store.ports, request)).toBe(true);
    expect(store.chat.turns).toHaveLength(1);
    expect(store.chat.turns[0]).toMatchObject([status, said, { kind: 'turnEnd' }]);
    expect(store.chat.row.state).not.toHaveProperty('isPaused');
  });

  test('stays with the person if its flow has no such group', async () => {
    const store = openTakenOver();
    const missing = handBack(store.ports, { ...request, groupId: 'Gone' });
    await expect(missing).rejects.toMatchObject({ reason: 'START_NOT_FOUND' });
    expect(store.chat.turns).toEqual([]);
    expect(store.chat.row.state).toMatchObject({ isPaused: true });
  });

  test('goes on only after the turn that another process runs', async () => {
    const store = openTakenOver();
    store.chat.row = { ...store.chat.row, lease: 'held' };
    expect(await handBack(store.ports, request)).toBe(true);
    expect(store.ran.filter((name) => name === 'chat_load')).toHaveLength(2);
    expect(store.chat.turns).toHaveLength(1);
  });

  test('goes on once, if another process takes over a turn that broke off', async () => {
    const store = openTakenOver();
    store.chat.row = { ...store.chat.row, lease: 'left' };
    meanwhile({ store, name: 'lease_take' }, { lease: 'held', fence: 1 });
    expect(await handBack(store.ports, request)).toBe(true);
    expect(store.ran).toEqual(expect.arrayContaining(['chat_load', 'lease_take', 'turn_commit']));
    expect(store.chat.turns).toHaveLength(1);
    expect(store.chat.row.turn).toBe(2);
  });

  test('goes on after a turn that another process committed meanwhile', async () => {
    const store = openTakenOver();
    meanwhile({ store, name: 'turn_commit' }, { turn: 2, seq: 7 });
    expect(await handBack(store.ports, request)).toBe(true);
    expect(store.ran.filter((name) => name === 'turn_commit')).toHaveLength(2);
    expect(store.chat.row.turn).toBe(3);
    expect(store.chat.turns).toHaveLength(1);
  });
});
