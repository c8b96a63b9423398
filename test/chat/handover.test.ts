import { describe, expect, test } from '@jest/globals';
import {
  enterInbox,
  postAgentMessage,
  reopenChat,
  setChatStatus,
  setChatTracing,
} from '../../src/chat/handover.js';
import { continueChat } from '../../src/chat/turn.js';
import { watchChat } from '../../src/chat/watchChat.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { flowOf } from '../support/flowOf.js';
import { standIn } from '../support/standIn.js';

const flow = flowOf({ groups: {} });
const chat = { sessionId: 'ses_1' };

const REST = { groupId: 'Start', index: 0, blockId: 'Start.1', waitsFor: 'user' };

describe('the status of a chat', () => {
  test('changes in its own turn, once', async () => {
    const store = openFakeStore(flow);
    expect(await setChatStatus(store.ports, { ...chat, status: 'OPEN' })).toMatchObject({
      turn: 1,
    });
    const paused = { turn: 2, lastSeq: 3 };
    expect(await setChatStatus(store.ports, { ...chat, status: 'PAUSED' })).toEqual(paused);
    expect(await setChatStatus(store.ports, { ...chat, status: 'PAUSED' })).toEqual(paused);
    expect(store.chat.turns).toEqual([
      [
        { kind: 'status', status: 'PAUSED' },
        { kind: 'turnEnd', isEnded: false },
      ],
    ]);
    for (const again of [false, true]) {
      const point = await setChatStatus(store.ports, { ...chat, status: 'OPEN' });
      expect([again, point]).toMatchObject([again, { turn: 3 }]);
    }
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

  test('gets its variables only in the templates of the person', async () => {
    const store = openFakeStore(flow);
    const session = newSession(flow, { isPreview: false });
    const variables = [{ id: 'vName', name: 'Name', value: 'Ada' }];
    const stack = session.stack.map((frame) => ({ ...frame, variables }));
    store.chat.row = { ...store.chat.row, state: { ...session, stack } };
    const said = async (isTemplate: boolean) => {
      const message = { ...chat, text: 'Hello {{Name}}', isTemplate };
      return (await postAgentMessage(store.ports, message)).message?.content['plainText'];
    };
    expect([await said(true), await said(false)]).toEqual(['Hello Ada', 'Hello {{Name}}']);
  });

  test('gets the files of the person, each in a message of its own, if they are uploads of the chat', async () => {
    const own = 'https://chat.example.com/files/fil_1.png';
    const gone = 'https://chat.example.com/files/fil_2.png';
    const store = openFakeStore(flow, {
      claimUploads: async () => ({
        uploads: [own, gone].map((url) => ({ url, bytes: 1 })),
        refusedUploads: [],
      }),
      findFile: async (url) =>
        url === own ? standIn({ name: 'plan.png', type: 'image/png' }) : undefined,
    });
    const sent = await postAgentMessage(store.ports, { ...chat, fileUrls: [own] });
    expect(sent).toMatchObject({ turn: 2, message: { type: 'image', content: { url: own } } });
    for (const url of [gone, 'https://example.com/a.png']) {
      const refused = postAgentMessage(store.ports, { ...chat, fileUrls: [own, url] });
      await expect(refused).rejects.toMatchObject({ reason: 'VALIDATION' });
    }
    store.chat.row = { ...store.chat.row, state: { ...newSession(flow), stack: [] } };
    await postAgentMessage(store.ports, { ...chat, fileUrls: [own] });
    expect(store.chat.turns).toHaveLength(2);
  });

  test('stores which files the visitor sends, without those that are not of the chat', async () => {
    const [own, other] = ['https://chat.example.com/files/1', 'https://chat.example.com/files/2'];
    const store = openFakeStore(flow, {
      claimUploads: async () => ({
        uploads: [{ url: own, bytes: 1 }],
        refusedUploads: [{ url: other, why: 'of another chat' }],
      }),
    });
    store.chat.row = { ...store.chat.row, state: { ...newSession(flow), isPaused: true } };
    const message = { text: 'Look', attachedFileUrls: [own, other] };
    await continueChat(store.ports, { ...chat, clientAddress: '::1', message });
    expect(store.chat.turns[0]?.[0]).toEqual({
      ...{ kind: 'heard', text: 'Look', attachedFileUrls: [own] },
    });
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

describe('an agent who knows the claim of a chat', () => {
  test('cannot write in it once nobody has the chat any more', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, state: { ...newSession(flow), isPaused: true } };
    store.found['chat_holder'] = [{ claim: 3, assigneeId: null, isHeld: false }];
    const closed = setChatStatus(store.ports, {
      ...chat,
      ...{ status: 'CLOSED', agent: { id: 'usr_1', name: 'Ada' }, claim: 2 },
    });
    await expect(closed).rejects.toMatchObject({
      reason: 'CHAT_HELD',
      message: 'Nobody has this chat any more: claim it to write in it',
    });
    expect(store.chat.turns).toEqual([]);
  });

  test('cannot write in it while another has the chat, but can once it is their own', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, state: { ...newSession(flow), isPaused: true } };
    const message = { ...chat, text: 'Hello', agent: { id: 'usr_1', name: 'Ada' }, claim: 3 };
    store.found['chat_holder'] = [{ claim: 3, assigneeId: 'usr_2', isHeld: true }];
    await expect(postAgentMessage(store.ports, message)).rejects.toMatchObject({
      reason: 'CHAT_HELD',
      message: 'usr_2 has this chat: claim it to write in it',
    });
    expect(store.chat.turns).toEqual([]);
    store.found['chat_holder'] = [{ claim: 3, assigneeId: 'usr_1', isHeld: true }];
    expect(await postAgentMessage(store.ports, message)).toMatchObject({ turn: 2 });
    expect(store.chat.turns[0]?.[0]).toMatchObject({ isFromAgent: true, agent: message.agent });
    await setChatStatus(store.ports, { ...message, status: 'OPEN' });
    expect(store.chat.turns[1]?.[0]).toMatchObject({ status: 'OPEN', agent: message.agent });
  });
});

describe('the trace of a chat', () => {
  test('is switched on in a turn of its own, after the turn that another process runs', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, lease: 'held' };
    const traced = { ...chat, isTraced: true };
    await expect(setChatTracing(store.ports, traced)).rejects.toMatchObject({
      reason: 'SESSION_BUSY',
    });
    expect(store.chat.turns).toEqual([]);
    store.chat.row = { ...store.chat.row, lease: null };
    expect(await setChatTracing(store.ports, traced)).toEqual({ turn: 2, lastSeq: 2 });
    expect(store.chat.row.state).toMatchObject({ settings: { isTraced: true } });
  });
});

describe('a chat that only its bot answers', () => {
  test('enters the inbox after the turn that another process runs, and stays with its bot', async () => {
    const store = openFakeStore(flow);
    store.chat.row = { ...store.chat.row, lease: 'held' };
    await expect(enterInbox(store.ports, chat)).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
    expect(store.chat.turns).toEqual([]);
    store.chat.row = { ...store.chat.row, lease: null };
    expect(await enterInbox(store.ports, chat)).toEqual({ turn: 2, lastSeq: 2 });
    expect(store.chat.row.state).toMatchObject({ isAttended: true });
    expect(store.chat.row.state).not.toHaveProperty('isPaused');
  });
});

describe('reopening a chat', () => {
  test('changes nothing while it still goes on', async () => {
    const store = openFakeStore(flow);
    expect(await reopenChat(store.ports, chat)).toEqual({ turn: 1, lastSeq: 1 });
    expect(store.chat.turns).toEqual([]);
  });

  test('is refused once it was deleted, as nothing of it is left', async () => {
    const store = openFakeStore(flow);
    const state = { ...newSession(flow), stack: [], phase: 'ended' };
    store.chat.row = { ...store.chat.row, isEnded: true, state };
    await expect(reopenChat(store.ports, chat)).rejects.toMatchObject({
      reason: 'SESSION_ENDED',
      message: 'This chat was deleted',
    });
    expect(store.chat.turns).toEqual([]);
  });

  test.each([
    ['at the block where it waited', { at: REST }, 'running'],
    ['without a block if its flow waited at none', {}, 'ended'],
  ])('lets it go on %s, with a person who answers', async (_, rest, phase) => {
    const store = openFakeStore(flow);
    const state = { ...newSession(flow), ...rest, phase: 'ended', isClosed: true };
    store.chat.row = { ...store.chat.row, isPreview: true, isEnded: true, state };
    expect(await reopenChat(store.ports, chat)).toEqual({ turn: 2, lastSeq: 3 });
    expect(store.chat.row).toMatchObject({ isEnded: false, state: { phase, isPaused: true } });
    expect(store.chat.row.state).not.toHaveProperty('isClosed');
    expect(store.chat.turns[0]?.[0]).toEqual({ kind: 'status', status: 'PAUSED' });
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
