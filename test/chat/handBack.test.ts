import { describe, expect, test } from '@jest/globals';
import { endWait, handBack } from '../../src/chat/handBack.js';
import type { Session } from '../../src/engine/index.js';
import { foldTrace } from '../../src/engine/trace/foldTrace.js';
import type { PackedEntry } from '../../src/engine/trace/packedEntry.js';
import { unpackTrace } from '../../src/engine/trace/unpackTrace.js';
import type { GuardedTurn } from '../../src/storage/hot/turnWrite.js';
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
    expect(await handBack(store.ports, request)).toMatchObject({ turn: expect.any(Number) });
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
    expect(await handBack(store.ports, request)).toMatchObject({ turn: expect.any(Number) });
    expect(store.ran.filter((name) => name === 'chat_load')).toHaveLength(2);
    expect(store.chat.turns).toHaveLength(1);
  });

  test('goes on once, if another process takes over a turn that broke off', async () => {
    const store = openTakenOver();
    store.chat.row = { ...store.chat.row, lease: 'left' };
    meanwhile({ store, name: 'lease_take' }, { lease: 'held', fence: 1 });
    expect(await handBack(store.ports, request)).toMatchObject({ turn: expect.any(Number) });
    expect(store.ran).toEqual(expect.arrayContaining(['chat_load', 'lease_take', 'turn_commit']));
    expect(store.chat.turns).toHaveLength(1);
    expect(store.chat.row.turn).toBe(2);
  });

  test('whose bot answers anyway loses its agent, after the turn that another process runs', async () => {
    const store = openTakenOver();
    const chat = { sessionId: 'ses_1', agent: { id: 'usr_1', name: 'Ada' } };
    const session = newSession(flow, { isPreview: false, resultId: 'res_1' });
    store.chat.row = { ...store.chat.row, state: { ...session, isAttended: true } };
    const free = { claim: 3, assigneeId: null, isHeld: false, isAwaited: false };
    store.found['chat_holder'] = [free];
    expect(await handBack(store.ports, chat)).toEqual({ turn: 1, lastSeq: 1 });
    store.found['chat_holder'] = [{ ...free, assigneeId: 'usr_1' }];
    store.chat.row = { ...store.chat.row, lease: 'held' };
    expect(await handBack(store.ports, chat)).toEqual({ turn: 2, lastSeq: 2 });
    expect(store.chat.turns).toEqual([[{ kind: 'turnEnd', isEnded: false }]]);
  });

  test('goes on after a turn that another process committed meanwhile', async () => {
    const store = openTakenOver();
    meanwhile({ store, name: 'turn_commit' }, { turn: 2, seq: 7 });
    expect(await handBack(store.ports, request)).toMatchObject({ turn: expect.any(Number) });
    expect(store.ran.filter((name) => name === 'turn_commit')).toHaveLength(2);
    expect(store.chat.row.turn).toBe(3);
    expect(store.chat.turns).toHaveLength(1);
  });
});

describe('a chat that a block handed over', () => {
  const handover = {
    ...{ type: 'Human handover', options: { timeLimit: 1 } },
    items: [{ id: 'nobody', exit: 'nobody', to: 'Nobody' }],
  };
  const waiting = flowOf({
    groups: { Start: [handover, say('Back again')], Nobody: [say('Nobody is here')] },
  });
  const chat = { sessionId: 'ses_1' };
  const holder = { claim: 3, assigneeId: null, isHeld: false, isAwaited: true };

  /** A store with a chat that waits for a person. */
  function openWaiting(state: object = {}): FakeStore {
    const store = openFakeStore(waiting, {
      async untilNotified() {
        store.chat.row = { ...store.chat.row, lease: null };
      },
    });
    const session = newSession(waiting, { isPreview: false, resultId: 'res_1' });
    const at = { groupId: 'Start', index: 0, blockId: 'Start.1', waitsFor: 'agent' };
    const waits = { ...session, phase: 'running', at, isPaused: true, isAttended: true };
    store.chat.row = { ...store.chat.row, state: { ...waits, ...state } };
    store.found['chat_holder'] = [holder];
    return store;
  }

  const saying = (plainText: string) => ({ kind: 'message', message: { content: { plainText } } });

  test('goes on after the block when it is given back', async () => {
    const store = openWaiting();
    expect(await handBack(store.ports, chat)).toEqual({ turn: 2, lastSeq: 4 });
    expect(store.chat.turns).toMatchObject([[status, saying('Back again'), { kind: 'turnEnd' }]]);
    expect(store.chat.row).toMatchObject({ isEnded: true });
  });

  test('only waits for its visitor again if it was at an input', async () => {
    const store = openTakenOver();
    expect(await handBack(store.ports, chat)).toEqual({ turn: 2, lastSeq: 3 });
    expect(store.chat.turns).toMatchObject([[status, { kind: 'turnEnd' }]]);
  });

  test('is not given back after it has ended', async () => {
    const store = openWaiting();
    store.chat.row = { ...store.chat.row, isEnded: true };
    await expect(handBack(store.ports, chat)).rejects.toMatchObject({ reason: 'SESSION_ENDED' });
  });

  test('is not given back after it has expired, and its flow sends nothing', async () => {
    const store = openWaiting();
    store.time = 8 * 86_400_000;
    await expect(handBack(store.ports, chat)).rejects.toMatchObject({ reason: 'SESSION_EXPIRED' });
    expect(store.chat.turns).toEqual([]);
  });

  test('goes another way when nobody came', async () => {
    const store = openWaiting();
    await endWait(store.ports, 'ses_1');
    expect(store.chat.turns).toMatchObject([
      [status, saying('Nobody is here'), { kind: 'turnEnd' }],
    ]);
  });

  test('goes another way only after the turn that another process runs', async () => {
    const store = openWaiting();
    store.chat.row = { ...store.chat.row, lease: 'held' };
    await endWait(store.ports, 'ses_1');
    expect(store.ran.filter((name) => name === 'chat_load')).toHaveLength(2);
    expect(store.chat.turns).toHaveLength(1);
  });

  test('goes another way once, if another turn was committed meanwhile', async () => {
    const store = openWaiting();
    meanwhile({ store, name: 'turn_commit' }, { turn: 2, seq: 7 });
    await endWait(store.ports, 'ses_1');
    expect(store.ran.filter((name) => name === 'turn_commit')).toHaveLength(2);
    expect(store.chat.turns).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    ['an agent has claimed it', {}, { found: [{ ...holder, isAwaited: false }] }],
    ['it is in no inbox', {}, { found: [] }],
    ['it went back to its bot', { isPaused: undefined }, {}],
    ['it waits for its visitor', { at: undefined }, {}],
    ['it has ended', {}, { isEnded: true }],
  ])('stays as it is when its time is over if %s', async (_, state, change) => {
    const store = openWaiting(state);
    const { found = [holder], ...row } = change as { found?: object[] };
    store.found['chat_holder'] = found;
    store.chat.row = { ...store.chat.row, ...row };
    await endWait(store.ports, 'ses_1');
    expect(store.chat.turns).toEqual([]);
  });

  test('does not go on when its time is over if it has expired', async () => {
    const store = openWaiting();
    store.time = 8 * 86_400_000;
    await expect(endWait(store.ports, 'ses_1')).rejects.toMatchObject({
      reason: 'SESSION_EXPIRED',
    });
  });

  test('is traced from a whole session, and ends with one if it is handed over again', async () => {
    const again = flowOf({ groups: { Start: [handover, { type: 'Human handover' }] } });
    const turns: GuardedTurn[] = [];
    const store = openFakeStore(again);
    const session = newSession(again, { isPreview: false, resultId: 'res_1' });
    const at = { groupId: 'Start', index: 0, blockId: 'Start.1', waitsFor: 'agent' };
    const settings = { ...session.settings, isTraced: true };
    const state = { ...session, settings, phase: 'running', at, isPaused: true };
    store.chat.row = { ...store.chat.row, turn: 7, state };
    const write = async (turn: GuardedTurn) => turns.push(turn) > 0;
    await handBack({ ...store.ports, turns: { write } }, chat);
    const [turn] = turns;
    const entries = unpackTrace(JSON.parse(turn?.write.trace ?? '[]') as PackedEntry[]);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'state',
      'began',
      'block',
      'block',
      'ended',
      'state',
    ]);
    const stored = JSON.parse(turn?.write.state ?? '') as Session;
    expect(foldTrace(undefined, entries)).toEqual(stored);
    expect(turn?.desk).toMatchObject({ status: 'PAUSED', waits: true, releases: true });
  });
});
