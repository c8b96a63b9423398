import type { Pool } from 'pg';
import { gather, isGathered } from './gather.js';

/** The reply to a call with an idempotency key, and the scope of the key. */
export interface ReplyWrite {
  readonly scope: string;
  readonly key: string;
  /** Hash of the request: the same key with another request is refused. */
  readonly requestHash: string;
  /** JSON text: the reply, or the number of the first event of the turn whose log has it. */
  readonly reply: string;
}

/** Where a reply may be stored: with the rows of its chat. */
export interface ReplyPlace extends Pick<ReplyWrite, 'scope' | 'key'> {
  readonly shardKeys: readonly string[];
}

/** A reply that was kept. */
export interface KeptReply extends Pick<ReplyWrite, 'requestHash' | 'reply'> {
  /** The turn whose log has the reply, as loaded with its chat. */
  readonly logged?: LoggedTurn | null;
}

/** A turn, and its events as JSON text. */
export interface LoggedTurn {
  readonly sessionId: string;
  readonly turn: number;
  readonly lastSeq: number;
  readonly events: string;
}

/** How long a reply is kept for its key. Older rows count as absent. */
export const REPLY_KEPT_FOR = `interval '24 hours'`;

/** Finds the reply kept for a key; undefined when there is none. */
export type FindReply = (place: ReplyPlace) => Promise<KeptReply | undefined>;

/** Opens the lookup of kept replies. Lookups that arrive during a round trip share the next one. */
export function openReplies(pool: Pick<Pool, 'query'>): FindReply {
  return gather((places: readonly ReplyPlace[]) => {
    const found = readReplies(pool, places);
    return places.map(async (place) => (await found).get(nameOf(place)));
  });
}

/** By `nameOf`. Replies to pairs of scope and key that nobody requested may be among them. */
async function readReplies(
  pool: Pick<Pool, 'query'>,
  places: readonly ReplyPlace[],
): Promise<Map<string, KeptReply>> {
  // Plain SQL: the reply must be returned as the stored text, which the driver would parse, and the clock of the database decides.
  const { rows } = await pool.query<KeptReply & Pick<ReplyPlace, 'scope' | 'key'>>({
    name: 'reply_find',
    text: `select scope, key, request_hash as "requestHash", reply::text as reply from idempotent_reply
      where shard_key = any($1) and scope ${isGathered('$2')} and key ${isGathered('$3')}
        and created_at > now() - ${REPLY_KEPT_FOR}`,
    values: [
      [...new Set(places.flatMap(({ shardKeys }) => shardKeys))],
      [...new Set(places.map(({ scope }) => scope))],
      places.map(({ key }) => key),
    ],
  });
  return new Map(
    rows.map((row) => [nameOf(row), { requestHash: row.requestHash, reply: row.reply }]),
  );
}

function nameOf({ scope, key }: Pick<ReplyPlace, 'scope' | 'key'>): string {
  return JSON.stringify([scope, key]);
}
