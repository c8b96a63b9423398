import { describe, expect, test } from '@jest/globals';
import { postAgentMessage, setChatStatus } from '../../src/chat/handover.js';
import { continueChat } from '../../src/chat/turn.js';
import { watchChat } from '../../src/chat/watchChat.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { flowOf } from '../support/flowOf.js';

const flow = flowOf({ groups: {} });
const chat = { sessionId: 'ses_1' };

describe('the status of a chat', () => {
  test('changes in its own turn, once', async () => {
    const store = openFakeStore(flow);
    const paused = { turn: 2, lastSeq: 3 };
    expect(await setChatStatus(store.ports, { ...chat, status: 'PAUSED' })).toEqual(paused);
    expect(await setChatStatus(store.ports, { ...chat, status: 'PAUSED' })).toEqual(paused);
    expect(store.chat.turns).toEqual([
      [
        { kind: 'status', status: 'PAUSED' },
        { kind: 'turnEnd', isEnded: false },
      ],
    ]);
    expect(await setChatStatus(store.ports, { ...chat, status: 'OPEN' })).toMatchObject({
      turn: 3,
    });
    expect(store.chat.row.state).toMatchObject({ phase: 'registered' });
    expect(store.chat.row.state).not.toHaveProperty('isPaused');
    expect(store.ran).not.toContain('stream_stop');
  });

  test('waits for the turn that another process runs, but not to be closed', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, lease: 'held', fence: 4 };
    const paused = setChatStatus(store.ports, { ...chat, status: 'PAUSED' });
    await expect(paused).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
    expect(store.time).toBe(2_000);
    expect(await setChatStatus(store.ports, { ...chat, status: 'CLOSED' })).toEqual({
      turn: 2,
      lastSeq: 3,
    });
    expect(store.chat.row).toMatchObject({ isEnded: true, lease: null });
    expect(store.ran.slice(-2)).toEqual(['turn_commit_outside_leased', 'stream_stop']);
  });

  test('is closed for good', async () => {
    const store = openFakeStore(flow);
    store.after = (name) => {
      if (name === 'stream_stop') throw new Error('connection lost');
    };
    await setChatStatus(store.ports, { ...chat, status: 'CLOSED' });
    await setChatStatus(store.ports, { ...chat, status: 'CLOSED' });
    expect(store.chat.turns).toHaveLength(1);
    const reopened = setChatStatus(store.ports, { ...chat, status: 'OPEN' });
    await expect(reopened).rejects.toMatchObject({ reason: 'SESSION_ENDED' });
  });

  test('can be closed in a preview whose flow has ended, which could otherwise be continued', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, isPreview: true, isEnded: true };
    await setChatStatus(store.ports, { ...chat, status: 'CLOSED' });
    expect(store.chat.row.state).toMatchObject({ phase: 'ended', isClosed: true });
  });

  test('is changed after the turn that another process committed meanwhile', async () => {
    const store = openFakeStore(flow);
    store.before = (name) => {
      if (name !== 'turn_commit_outside_leased') return;
      store.before = () => undefined;
      store.chat.row = { ...store.chat.row, turn: 2, seq: 7 };
    };
    const point = await setChatStatus(store.ports, { ...chat, status: 'PAUSED' });
    expect(point).toEqual({ turn: 3, lastSeq: 9 });
  });
});

describe('a chat that a person has taken over', () => {
  test('stores what the visitor sends, and the bot says nothing', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, state: { ...newSession(flow), isPaused: true } };
    const sent = { ...chat, clientAddress: '192.0.2.1' };
    const reply = await continueChat(store.ports, { ...sent, message: { text: 'Hello?' } });
    await continueChat(store.ports, sent);
    expect(reply.messages).toEqual([]);
    expect(store.chat.turns).toEqual([
      [
        { kind: 'heard', text: 'Hello?' },
        { kind: 'turnEnd', isEnded: false },
      ],
      [{ kind: 'turnEnd', isEnded: false }],
    ]);
  });

  test('gets the messages of the person, unless it has ended', async () => {
    const store = openFakeStore(flow);
    const message = { ...chat, text: 'Hello' };
    expect(await postAgentMessage(store.ports, message)).toMatchObject({
      turn: 2,
      lastSeq: 3,
      message: { type: 'text' },
    });
    store.chat.row = { ...store.chat.row, isPreview: true, isEnded: true };
    const ended = { reason: 'SESSION_ENDED' };
    await expect(postAgentMessage(store.ports, message)).rejects.toMatchObject(ended);
    store.chat.row = { ...store.chat.row, isPreview: false };
    await expect(postAgentMessage(store.ports, message)).rejects.toMatchObject(ended);
    expect(store.chat.turns).toHaveLength(1);
  });

  test('gets them after the running turn, or one that was committed meanwhile', async () => {
    const store = openFakeStore(flow, {
      async untilNotified() {
        store.chat.row = { ...store.chat.row, lease: null };
      },
    });
    store.chat.row = { ...store.chat.row, lease: 'held' };
    store.before = (name) => {
      if (name !== 'turn_commit_outside_leased') return;
      store.before = () => undefined;
      store.chat.row = { ...store.chat.row, turn: 2 };
    };
    expect(await postAgentMessage(store.ports, { ...chat, text: 'Hi' })).toMatchObject({ turn: 3 });
    expect(store.ran).toEqual([
      'chat_load',
      'chat_load',
      'turn_commit_outside_leased',
      'chat_load',
      'turn_commit_outside_leased',
    ]);
  });
});

test('a chat can be watched only from an event that exists', async () => {
  const store = openFakeStore(flow);
  const watch = (after: number, origin?: string) =>
    watchChat(store.ports, { ...chat, after, origin });
  for (const after of [0, 1]) expect(await watch(after)).toMatchObject({ id: 'ses_1' });
  await expect(watch(2)).rejects.toMatchObject({ reason: 'FUTURE_CURSOR' });
  await expect(watch(-1)).rejects.toMatchObject({ issues: [{ path: ['after'] }] });
  store.chat.row = { ...store.chat.row, allowedOrigins: ['https://a'] };
  await expect(watch(1, 'https://b')).rejects.toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED' });
});
