import type { Pool } from 'pg';
import type { EffectResult } from '../engine/index.js';
import { shardKeyOf } from './shardKeys.js';

/** The turn of a chat for which a text was made. */
interface TurnOfChat {
  readonly sessionId: string;
  /** One more than the number of turns written. */
  readonly turn: number;
}

/**
 * What a text that was streamed to a client came to stands in the journal of the turn with which the client reports it, before the
 * message of that turn, and goes with it (`hot/leases.ts`).
 */
const PLACE = -1;

/** Keeps what came of a text that was streamed to a client, unless the chat has gone on. The last one counts. */
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

/** What came of the text that was streamed before a turn; undefined where none was. */
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
