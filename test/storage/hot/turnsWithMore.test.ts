import { expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { movesTopic, openMovingBots } from '../../../src/storage/hot/movingBots.js';
import { openPublished } from '../../../src/storage/hot/published.js';
import type { DeskWrite, GuardedTurn, TurnWrite } from '../../../src/storage/hot/turnWrite.js';
import { openTurnWriter } from '../../../src/storage/hot/turnWriter.js';
import { botOf, parrot } from '../../support/botOf.js';
import { useStorage } from '../../support/database.js';
import { rowsOf } from '../../support/rows.js';
import { standIn } from '../../support/standIn.js';
import { bodyOf } from '../../support/transports.js';
import { makePublished, restOf, useApp } from '../../support/useApp.js';
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

const target = { versionId: 'ver_1', version: 1, flowId: 'f', endsOthers: false, message: null };

/** The list of a process, and the statements that it runs. */
function opened() {
  const ran: [name: string, values: unknown[]][] = [];
  const stored = new Map([['bot_1', target]]);
  let fails = false;
  const query = async ({ name, values }: { name: string; values: unknown[] }) => {
    ran.push([name, values]);
    await Promise.resolve();
    if (fails) throw new Error('connection lost');
    return { rows: [...stored].map(([botId, one]) => ({ botId, ...one })) };
  };
  const moving = openMovingBots(standIn({ query }));
  return { ran, stored, moving, fail: (now: boolean) => (fails = now) };
}

test('all moving bots are read once, and a bot that was announced is read again on its own', async () => {
  const { ran, stored, moving } = opened();
  const both = await Promise.all([moving.targetOf('bot_1'), moving.targetOf('bot_2')]);
  expect(both).toEqual([target, undefined]);
  stored.set('bot_1', { ...target, flowId: 'g' });
  expect(await moving.targetOf('bot_1')).toEqual(target);
  moving.forget(movesTopic('bot_1'));
  expect(await moving.targetOf('bot_1')).toMatchObject({ flowId: 'g' });
  expect(await moving.targetOf('bot_2')).toBeUndefined();
  expect(ran).toEqual([
    ['moving_bots', []],
    ['moving_bot', ['bot_1']],
  ]);
  moving.forgetAll();
  expect(await moving.targetOf('bot_1')).toMatchObject({ flowId: 'g' });
  expect(ran.slice(2)).toEqual([['moving_bots', []]]);
});

test('a read that failed is made again, also when it failed after an announcement', async () => {
  const { moving, fail } = opened();
  fail(true);
  await expect(moving.targetOf('bot_1')).rejects.toThrow('connection lost');
  fail(false);
  expect(await moving.targetOf('bot_1')).toEqual(target);
  moving.forget(movesTopic('bot_1'));
  fail(true);
  const late = moving.targetOf('bot_1');
  moving.forget(movesTopic('bot_1'));
  await expect(late).rejects.toThrow('connection lost');
  fail(false);
  expect(await moving.targetOf('bot_1')).toEqual(target);
});

test('while no chats of any bot move, turns do not ask, until a bot is announced', async () => {
  const { stored, moving } = opened();
  expect(moving.isNone).toBe(false);
  await moving.targetOf('bot_1');
  expect(moving.isNone).toBe(false);
  stored.clear();
  moving.forgetAll();
  const early = moving.targetOf('bot_1');
  moving.forgetAll();
  await early;
  expect(moving.isNone).toBe(false);
  await moving.targetOf('bot_1');
  expect(moving.isNone).toBe(true);
  moving.forget(movesTopic('bot_1'));
  await moving.targetOf('bot_2');
  expect(moving.isNone).toBe(false);
});

const app = useApp();
const rest = restOf(app);

test('a bot is found by its public id, with the version that was published last', async () => {
  const pool = new Pool({ connectionString: app().databaseUrl });
  const find = (publicId: string) => openPublished(pool)(publicId);
  const [first, second] = [
    await makePublished(rest, botOf(parrot)),
    await makePublished(rest, botOf(parrot)),
  ];
  const before = await find(first.publicId);
  await bodyOf(rest.updateBot({ botId: first.botId, bot: botOf({ groups: {} }) }));
  await bodyOf(rest.publishBot({ botId: first.botId }));
  const suspend = 'update workspace set is_suspended = true where id = $1';
  await rowsOf(app().databaseUrl, suspend, [second.workspaceId]);
  const after = await find(first.publicId);
  expect(after).toMatchObject({ botId: first.botId, isClosed: false, isSuspended: false });
  expect(after?.flowId).not.toBe(before?.flowId);
  expect(await find(second.publicId)).toMatchObject({ botId: second.botId, isSuspended: true });
  expect(await find('nobody')).toBeUndefined();
  const archive = 'update bot set is_archived = true where id = $1';
  await rowsOf(app().databaseUrl, archive, [first.botId]);
  expect(await find(first.publicId)).toBeUndefined();
  await pool.end();
});
