import type { Pool } from 'pg';
import type { TurnEvent } from '../../src/engine/index.js';
import { openTurnWriter } from '../../src/storage/hot/turnWriter.js';
import type { ChatStart, TurnGuard, TurnWrite } from '../../src/storage/hot/turnWrite.js';
import type { ReplyWrite } from '../../src/storage/hot/replies.js';
import { newSessionId } from '../../src/storage/newId.js';
import { newSession } from './chat.js';
import { flowOf } from './flowOf.js';

/** The session that these writes store. */
export const session = newSession(flowOf({ groups: {} }));

/** The one event of each. */
export const turnEnd: TurnEvent = { kind: 'turnEnd', isEnded: false };

/** The write of a turn whose number is also that of its event. */
export function writeOf(sessionId: string, turn: number, more: Partial<TurnWrite> = {}): TurnWrite {
  return {
    sessionId,
    turn,
    firstSeq: turn,
    state: JSON.stringify(session),
    events: [turnEnd],
    answers: [],
    results: [],
    hidesEarlierAnswers: false,
    counts: [],
    isEnded: false,
    at: Date.UTC(2025, 0, 1) + turn,
    ...more,
  };
}

/** An answer of the result `res`. */
export function answerOf(content: string): TurnWrite['answers'][number] {
  const place = { blockId: 'b', groupId: 'g', variableId: 'v' };
  return { kind: 'recordAnswer', resultId: 'res', ...place, content };
}

/** What a chat's first write says, live and without a result unless told otherwise. */
export const startOf = (more: Partial<ChatStart> = {}): ChatStart => ({
  botId: 'bot',
  resultId: null,
  isPreview: false,
  allowedOrigins: [],
  ...more,
});

/** Writes a turn of a chat that exists, by itself; gives whether it was written. */
export function commitTurn(
  pool: Pick<Pool, 'query'>,
  write: TurnWrite,
  { reply, ...guard }: TurnGuard & { readonly reply?: ReplyWrite } = { fence: 0 },
): Promise<boolean> {
  return openTurnWriter(pool).write({ write, guard, reply });
}

/** The same for the first turn of a new chat. */
export function commitStart(
  pool: Pick<Pool, 'query'>,
  write: TurnWrite,
  { reply, ...start }: ChatStart & { readonly reply?: ReplyWrite | undefined },
): Promise<boolean> {
  return openTurnWriter(pool).write({ write, guard: { fence: 0 }, start, reply });
}

/** Writes the first turn of a new chat, and gives its id. */
export async function beginChat(pool: Pool, more: Partial<ChatStart> = {}): Promise<string> {
  const sessionId = newSessionId('abc');
  await commitStart(pool, writeOf(sessionId, 1), startOf(more));
  return sessionId;
}

/** A reply to be kept for a key. */
export function replyOf(scope: string, key: string, reply = '{"n":1}'): ReplyWrite {
  return { scope, key, requestHash: 'h', reply };
}
