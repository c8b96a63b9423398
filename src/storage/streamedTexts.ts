import type { Pool } from 'pg';
import type { EffectResult } from '../engine/index.js';
import { shardKeyOf } from './shardKeys.js';

interface TurnOfChat {
  readonly sessionId: string;
  /** One more than the number of turns written. */
  readonly turn: number;
}

/**
 * The number of the journal entry with the result of a text that was streamed to a client. The entry is in the journal of the turn with
 * which the client reports the text, before the message of that turn, and is deleted with that journal (`hot/leases.ts`).
 */
const PLACE = -1;

/** Stores the result of a text that was streamed to a client, unless the chat has continued. A later result replaces it. */
export async function keepStreamedText(
  pool: Pool,
  { sessionId, turn }: TurnOfChat,
  result: EffectResult,
): Promise<void> {
  await pool.query({
    name: 'streamed_text_keep',
    text: `insert into turn_answer (shard_key, session_id, turn, ask, hash, answer, created_at)
      select $4, id, $2, ${PLACE}, '', $3::json, now() from chat_session
      where shard_key = $4 and id = $1 and turn = $2::int - 1
      on conflict on constraint turn_answer_pkey do update set answer = excluded.answer, created_at = excluded.created_at`,
    values: [sessionId, turn, JSON.stringify(result), shardKeyOf(sessionId)],
  });
}

/** The result of the text that was streamed before a turn; undefined where there is none. */
export async function findStreamedText(
  pool: Pool,
  { sessionId, turn }: TurnOfChat,
): Promise<EffectResult | undefined> {
  const { rows } = await pool.query<{ answer: EffectResult }>({
    name: 'streamed_text_find',
    text: `select answer from turn_answer
      where shard_key = $3 and session_id = $1 and turn = $2 and ask = ${PLACE}`,
    values: [sessionId, turn, shardKeyOf(sessionId)],
  });
  return rows[0]?.answer;
}
