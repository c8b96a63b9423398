import { describe, expect, test } from '@jest/globals';
import { postAgentMessage, setChatStatus } from '../../src/chat/handover.js';
import { continueChat } from '../../src/chat/turn.js';
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
function openNoting(state: object = {}) {
  const turns: GuardedTurn[] = [];
  const store = openFakeStore(flow);
  const session = newSession(flow, { isPreview: false, resultId: 'res_1' });
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
});
