import { describe, expect, test } from '@jest/globals';
import { deskOf } from '../../src/chat/desk.js';
import { postAgentMessage, setChatStatus } from '../../src/chat/handover.js';
import { outsideFlow } from '../../src/chat/run.js';
import { continueChat } from '../../src/chat/turn.js';
import { foldTrace, unpackTrace, type PackedEntry } from '../../src/engine/index.js';
import type { DeskWrite, GuardedTurn } from '../../src/storage/hot/turnWrite.js';
import { argumentsOf, openTurnWriter } from '../../src/storage/hot/turnWriter.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { standIn } from '../support/standIn.js';
import { writeOf } from '../support/writtenChats.js';

const flow = flowOf({ groups: { Start: [ask('text input'), say('Thanks')] } });
const chat = { sessionId: 'ses_1' };

/** A store that notes the turns which it is sent. */
function openNoting(state: object = {}, of = flow) {
  const turns: GuardedTurn[] = [];
  const store = openFakeStore(of);
  const session = newSession(of, { isPreview: false, resultId: 'res_1' });
  store.chat.row = { ...store.chat.row, state: { ...session, ...state } };
  const { write } = store.ports.turns;
  const noting = {
    async write(turn: GuardedTurn) {
      turns.push(turn);
      turn.desk?.onWritten('wks_1');
      return write(turn);
    },
  };
  return { store, turns, ports: { ...store.ports, turns: noting } };
}

const send = (message: string) => ({ ...chat, clientAddress: '::1', message: { text: message } });

describe('a turn of a chat in which no person took part', () => {
  test('writes nothing to the inbox, and its session says nothing of it', async () => {
    const { turns, ports, store } = openNoting();
    await continueChat(ports, send('Ada'));
    expect(turns[0]).toHaveProperty('desk', undefined);
    expect(turns[0]?.write.state).not.toMatch(/isAttended/);
    expect(store.announced).not.toContain('wks_1');
  });

  test('is sent with the same statement and the same values as without an inbox', async () => {
    const sent: { name: string; values: unknown[] }[] = [];
    const query = async (one: { name: string; values: unknown[] }) => {
      sent.push(one);
      return { rows: [{ written: true, workspaceId: 'wks_1' }] };
    };
    const turn = { write: writeOf('ses_1', 1), guard: { fence: 0 } };
    const writer = openTurnWriter(standIn({ query }));
    await writer.write(turn);
    const desk: DeskWrite = {
      ...{ botId: 'bot', resultId: null, channel: 'WEB', status: 'OPEN', unread: 0 },
      ...{ groupId: null, blockId: null, onWritten: () => undefined },
    };
    await writer.write({ ...turn, desk });
    expect(sent.map(({ name }) => name)).toEqual(['turn_write', 'turn_write_attended']);
    const [plain, attended] = sent;
    expect(plain?.values).toHaveLength(30);
    expect(plain?.values).toEqual(attended?.values.slice(0, -2));
    expect(await argumentsOf(turn)).toEqual(await argumentsOf({ ...turn, desk }));
  });

  test('is written to the inbox if it is a preview neither when a person takes it over', async () => {
    const preview = newSession(flow, { isPreview: true });
    const { turns, ports } = openNoting(preview);
    await setChatStatus(ports, { ...chat, status: 'PAUSED' });
    expect(turns[0]?.desk).toBeUndefined();
  });
});

describe('a turn of a chat in which a person took part', () => {
  test('folds to the session that says so, if it is traced', async () => {
    const { settings } = newSession(flow, { isPreview: false });
    const { turns, ports, store } = openNoting({ settings: { ...settings, isTraced: true } });
    await setChatStatus(ports, { ...chat, status: 'PAUSED' });
    const entries = unpackTrace(JSON.parse(String(turns[0]?.write.trace)) as PackedEntry[]);
    expect(foldTrace(undefined, entries)).toEqual(store.chat.row.state);
  });

  test('is written to the inbox, which is announced, also after the chat went back to its bot', async () => {
    const { turns, ports, store } = openNoting();
    await setChatStatus(ports, { ...chat, status: 'PAUSED' });
    await continueChat(ports, send('Hello?'));
    await postAgentMessage(ports, { ...chat, text: 'Here I am' });
    await setChatStatus(ports, { ...chat, status: 'OPEN' });
    await continueChat(ports, send('Ada'));
    expect(turns.map(({ desk }) => desk)).toMatchObject([
      { status: 'PAUSED', waits: undefined, unread: 0 },
      { status: 'PAUSED', waits: true, unread: 1, last: { text: 'Hello?', role: 'USER' } },
      { status: 'PAUSED', waits: false, unread: null, last: { text: 'Here I am', role: 'AGENT' } },
      { status: 'OPEN', waits: false },
      { waits: false, unread: 0 },
    ]);
    expect(store.announced.filter((what) => what === 'wks_1')).toHaveLength(5);
    expect(store.chat.row.state).toMatchObject({ isAttended: true });
  });

  test('of an older server, which paused it before there was an inbox, enters it as well', async () => {
    const { turns, ports } = openNoting({ isPaused: true });
    await continueChat(ports, send('Hello?'));
    expect(turns[0]?.desk).toMatchObject({ botId: 'bot', resultId: 'res_1', status: 'PAUSED' });
  });

  test('shows in the inbox that the visitor writes from a messenger', async () => {
    const { settings } = newSession(flow, { isPreview: false });
    const messenger = openNoting({ isPaused: true, settings: { ...settings, messenger: {} } });
    await continueChat(messenger.ports, send('Hello?'));
    expect(messenger.turns[0]?.desk).toHaveProperty('channel', 'MESSENGER');
    const web = openNoting({ isPaused: true });
    await continueChat(web.ports, send('Hello?'));
    expect(web.turns[0]?.desk).toHaveProperty('channel', 'WEB');
  });

  test('shows the kind of the last message in the inbox where it has no text', async () => {
    const image = { type: 'image', content: { url: 'https://example.org/cat.png' } };
    const pictured = flowOf({ groups: { Start: [image, ask('text input')] } });
    const { turns, ports } = openNoting({ isAttended: true }, pictured);
    await continueChat(ports, { ...chat, clientAddress: '::1' });
    expect(turns[0]?.desk).toHaveProperty('last', { text: '[image]', role: 'BOT' });
  });

  test('counts what the visitor wrote as unread, unless the person has read all of it', () => {
    const session = { ...newSession(flow), isPaused: true, isAttended: true } as const;
    const heard = { kind: 'heard', text: 'Hello?' } as const;
    const turn = outsideFlow({ now: () => 0 }, session, [heard]);
    const open = { chat: openNoting().store.chat.row, session };
    const unreadAfter = (desk: object) => deskOf(open, { ...turn, desk }, () => undefined)?.unread;
    expect(unreadAfter({})).toBe(1);
    expect(unreadAfter({ isRead: true })).toBeNull();
  });

  test('enters the inbox under its bot and its result even if it is the first of the chat', () => {
    const session = { ...newSession(flow), isPaused: true, isAttended: true } as const;
    const start = { botId: 'bot_2', resultId: 'res_2' };
    const open = standIn<Parameters<typeof deskOf>[0]>({ start, session });
    const turn = outsideFlow({ now: () => 0 }, session, []);
    expect(deskOf(open, turn, () => undefined)).toMatchObject({ ...start, status: 'PAUSED' });
  });
});
