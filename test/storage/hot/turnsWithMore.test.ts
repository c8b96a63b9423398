import { expect, test } from '@jest/globals';
import type { DeskWrite, GuardedTurn, TurnWrite } from '../../../src/storage/hot/turnWrite.js';
import { openTurnWriter } from '../../../src/storage/hot/turnWriter.js';
import { useStorage } from '../../support/database.js';
import { rowsOf } from '../../support/rows.js';
import { beginChat, writeOf } from '../../support/writtenChats.js';

const own = useStorage();

const second = (sessionId: string, more: Partial<TurnWrite> = {}): GuardedTurn => ({
  write: writeOf(sessionId, 2, more),
  guard: { fence: 0 },
});

const replay = '{"beganAt":1}';

const replaysOf = (chats: readonly string[]) =>
  rowsOf(
    own.url,
    `select session_id as chat, turn, record from chat_replay where session_id = any($1)
      order by array_position($1, session_id)`,
    [chats],
  );

test('what running a turn again needs is written with it, also together with other turns and with a trace', async () => {
  const { pool } = own.storage;
  const chats = await Promise.all(Array.from({ length: 4 }, () => beginChat(pool)));
  const [first = '', plain = '', traced = '', both = ''] = chats;
  const turns = openTurnWriter(pool);
  const trace = '[{"kind":"began","at":1}]';
  const written = await Promise.all([
    turns.write(second(first, { replay })),
    turns.write(second(plain)),
    turns.write(second(traced, { trace })),
    turns.write(second(both, { trace, replay })),
  ]);
  expect(written).toEqual([true, true, true, true]);
  const record = { beganAt: 1 };
  expect(await replaysOf(chats)).toEqual([
    { chat: first, turn: 2, record },
    { chat: both, turn: 2, record },
  ]);
  const traces = `select session_id as chat from chat_trace where session_id = any($1)
    order by array_position($1, session_id)`;
  expect(await rowsOf(own.url, traces, [chats])).toEqual([{ chat: traced }, { chat: both }]);
  expect(await turns.write(second(first, { replay }))).toBe(false);
});

test('a turn of a chat of the inbox is refused like any other, and its row stays as it was', async () => {
  const chat = await beginChat(own.storage.pool);
  const told: string[] = [];
  const desk: DeskWrite = {
    botId: 'bot',
    resultId: null,
    channel: 'WEB',
    status: 'PAUSED',
    unread: 1,
    groupId: null,
    blockId: null,
    onWritten: (id) => void told.push(id),
  };
  const turns = openTurnWriter(own.storage.pool);
  const late = { write: writeOf(chat, 3), guard: { fence: 0 }, desk };
  expect(await turns.write(late)).toBe(false);
  expect(told).toEqual([]);
  expect(await rowsOf(own.url, 'select id from chat_desk where id = $1', [chat])).toEqual([]);
  expect(await turns.write({ ...second(chat), desk })).toBe(true);
  expect(told).toHaveLength(1);
  const third = writeOf(chat, 3, { replay });
  expect(await turns.write({ ...late, write: { ...third, turn: 9 } })).toBe(false);
  expect(await turns.write({ write: third, guard: { fence: 0 }, desk })).toBe(true);
  expect(await replaysOf([chat])).toEqual([{ chat, turn: 3, record: { beganAt: 1 } }]);
});
