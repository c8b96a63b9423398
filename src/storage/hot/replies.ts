import type { Pool } from 'pg';

/** The reply to a call with an idempotency key, and the scope of the key. */
export interface ReplyWrite {
  readonly scope: string;
  readonly key: string;
  /** Hash of the request: the same key with another request is refused. */
  readonly requestHash: string;
  /** JSON text, returned unchanged. */
  readonly reply: string;
}

/** Where a reply may be kept: with the rows of its chat. */
export interface ReplyPlace extends Pick<ReplyWrite, 'scope' | 'key'> {
  readonly shardKeys: readonly string[];
}

/** A reply that was kept. */
export type KeptReply = Pick<ReplyWrite, 'requestHash' | 'reply'>;

/** How long a reply is kept for its key. Older rows count as absent. */
export const REPLY_KEPT_FOR = `interval '24 hours'`;

/** The reply kept for a key, or undefined. */
export async function findReply(
  pool: Pool,
  { shardKeys, scope, key }: ReplyPlace,
): Promise<KeptReply | undefined> {
  // By hand: the reply must come back as the text that was stored, which the driver would parse; the database's clock decides.
  const { rows } = await pool.query<KeptReply>({
    name: 'reply_find',
    text: `select request_hash as "requestHash", reply::text as reply from idempotent_reply
      where shard_key = any($3) and scope = $1 and key = $2 and created_at > now() - ${REPLY_KEPT_FOR}`,
    values: [scope, key, shardKeys],
  });
  return rows[0];
}
