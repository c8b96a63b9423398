import type { Pool } from 'pg';
import { shardKeyOf } from '../shardKeys.js';
import { REPLY_KEPT_FOR, type KeptReply } from './replies.js';

/** A chat between two turns, as read for the next one. */
export interface ChatRow {
  readonly id: string;
  readonly botId: string;
  readonly resultId: string | null;
  readonly isPreview: boolean;
  readonly isEnded: boolean;
  /** Turns taken so far; the start was 1, 0 means registered only. */
  readonly turn: number;
  readonly seq: number;
  readonly state: unknown;
  readonly allowedOrigins: readonly string[];
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** The fencing token, raised each time the lease was taken: a write under an older one is refused. */
  readonly fence: number;
  /** `held`: a process holds the lease of the next turn; `left`: one let it expire. */
  readonly lease: 'held' | 'left' | null;
  /** The reply kept for the idempotency key that the chat was loaded with. */
  readonly kept?: KeptReply | null;
}

/** The chat with this id, or undefined; with an idempotency key also the reply kept for it. One read in either case. */
export async function loadChat(
  pool: Pool,
  sessionId: string,
  key?: string,
): Promise<ChatRow | undefined> {
  const shardKey = shardKeyOf(sessionId);
  const { rows } = await pool.query<{ chat: string }>(
    key === undefined
      ? { name: 'chat_load', text: CHAT_LOAD, values: [sessionId, shardKey] }
      : { name: 'chat_load_keyed', text: CHAT_LOAD_KEYED, values: [sessionId, key, shardKey] },
  );
  const [row] = rows;
  return row && storedChat(row.chat);
}

function storedChat(text: string): ChatRow {
  // `CHAT` names the members.
  return JSON.parse(text) as ChatRow;
}

/** One JSON document: the driver reads it faster than columns, whose parsers it looks up for every row. */
const CHAT = `'id', id, 'botId', bot_id, 'resultId', result_id, 'isPreview', is_preview, 'isEnded', is_ended,
    'turn', turn, 'seq', seq, 'state', state, 'allowedOrigins', coalesce(allowed_origins, '[]'),
    'updatedAt', (extract(epoch from updated_at) * 1000)::float8, 'fence', fence,
    'lease', case when lease_until > now() then 'held' when lease_until is not null then 'left' end`;

const CHAT_LOAD = `select json_build_object(${CHAT})::text as chat from chat_session
  where shard_key = $2 and id = $1`;

/** The turn that a kept reply names by its first event; null where the reply is kept whole. */
const LOGGED = `(
    select json_build_object('sessionId', session_id, 'turn', turn, 'lastSeq', last_seq, 'events', events::text) from chat_event
    where chat_event.shard_key = $3 and session_id = $1
      and first_seq = case when json_typeof(reply) = 'number' then reply::text::integer end)`;

const CHAT_LOAD_KEYED = `select json_build_object(${CHAT}, 'kept', case when request_hash is not null
      then json_build_object('requestHash', request_hash, 'reply', reply::text, 'logged', ${LOGGED}) end)::text as chat
  from chat_session left join idempotent_reply as kept on kept.shard_key = $3 and kept.scope = chat_session.id
    and kept.key = $2
    and kept.created_at > now() - ${REPLY_KEPT_FOR}
  where chat_session.shard_key = $3 and id = $1`;
