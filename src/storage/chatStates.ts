import type { Pool } from 'pg';
import { shardKeyOf } from './shardKeys.js';

/** The state of a chat between two turns, or in the middle of one. */
export interface ChatStateWrite {
  readonly sessionId: string;
  /** The last turn that was written. */
  readonly turn: number;
  readonly fence: number;
  /** As JSON. */
  readonly state: string;
  /** Whether the lease of the next turn ends, and its effect journal is deleted. */
  readonly endsLease: boolean;
}

/**
 * Stores a state without a turn, and raises the fencing token, so that whoever knows an older state can neither take a lease nor write a
 * turn. False, with nothing stored, where the chat has changed meanwhile.
 */
export async function writeChatState(
  pool: Pick<Pool, 'query'>,
  { sessionId, turn, fence, state, endsLease }: ChatStateWrite,
): Promise<boolean> {
  const { rows } = await pool.query({
    // Plain SQL: it compares the fencing token, over the connections of chats.
    name: 'chat_state_write',
    text: `with changed as (
        update chat_session set state = $4, fence = fence + 1, lease_until = case when $6 then null else lease_until end
        where shard_key = $5 and id = $1 and turn = $2 and fence = $3 and (is_preview or not is_ended)
        returning id
      ), forgotten as (
        delete from turn_answer using changed where $6 and turn_answer.shard_key = $5 and session_id = changed.id
      )
      select id from changed`,
    values: [sessionId, turn, fence, state, shardKeyOf(sessionId), endsLease],
  });
  return rows.length > 0;
}
