import type { Pool } from 'pg';
import type { TurnEvent } from '../../src/engine/index.js';
import { openTurnWriter } from '../../src/storage/hot/turnWriter.js';
import type { ChatStart, TurnGuard, TurnWrite } from '../../src/storage/hot/turnWrite.js';
import type { ReplyWrite } from '../../src/storage/hot/replies.js';
import { newSessionId } from '../../src/storage/newId.js';
import { newSession } from './chat.js';
import { flowOf } from './flowOf.js';

/** The session in all writes. */
export const session = newSession(flowOf({ groups: {} }));

/** The only event of each write. */
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

/** The start of a chat, by default a live one without a result. */
export const startOf = (more: Partial<ChatStart> = {}): ChatStart => ({
  botId: 'bot',
  resultId: null,
  isPreview: false,
  allowedOrigins: [],
  ...more,
});

/** Writes a turn of an existing chat in its own statement; returns whether it was written. */
export function commitTurn(
  pool: Pick<Pool, 'query'>,
  write: TurnWrite,
  { reply, ...guard }: TurnGuard & { readonly reply?: ReplyWrite } = { fence: 0 },
): Promise<boolean> {
  return openTurnWriter(pool).write({ write, guard, reply });
}

/** Writes the first turn of a new chat; returns whether it was written. */
export function commitStart(
  pool: Pick<Pool, 'query'>,
  write: TurnWrite,
  { reply, ...start }: ChatStart & { readonly reply?: ReplyWrite | undefined },
): Promise<boolean> {
  return openTurnWriter(pool).write({ write, guard: { fence: 0 }, start, reply });
}

/** Writes the first turn of a new chat, and returns its id. */
export async function beginChat(pool: Pool, more: Partial<ChatStart> = {}): Promise<string> {
  const sessionId = newSessionId('abc');
  await commitStart(pool, writeOf(sessionId, 1), startOf(more));
  return sessionId;
}

/** The reply to a request with an idempotency key. */
export function replyOf(scope: string, key: string, reply = '{"n":1}'): ReplyWrite {
  return { scope, key, requestHash: 'h', reply };
}
