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

/** A reply that was kept. */
export type KeptReply = Pick<ReplyWrite, 'requestHash' | 'reply'>;

/** How long a reply is kept for its key. Older rows count as absent. */
export const REPLY_KEPT_FOR = `interval '24 hours'`;

/** The reply kept for a key, or undefined. */
export async function findReply(
  pool: Pool,
  { scope, key }: Pick<ReplyWrite, 'scope' | 'key'>,
): Promise<KeptReply | undefined> {
  // By hand: the reply must come back as the text that was stored, which the driver would parse; the database's clock decides.
  const { rows } = await pool.query<KeptReply>({
    name: 'reply_find',
    text: `select request_hash as "requestHash", reply::text as reply from idempotent_reply
      where scope = $1 and key = $2 and created_at > now() - ${REPLY_KEPT_FOR}`,
    values: [scope, key],
  });
  return rows[0];
}

/**
 * The part of a statement that stores a reply. It uses the parameter numbered `first` and the three after it; `source` is
 * empty, or a `from`. It returns no row if a reply for the key is stored already.
 */
export function keepReply(first: number, source: string): string {
  const [scope, key, hash, reply] = [0, 1, 2, 3].map((offset) => `$${first + offset}`);
  // By hand: one statement must write the reply and the turn, and an upsert that replaces only expired rows decides whether.
  return `insert into idempotent_reply (scope, key, request_hash, reply, created_at)
    select ${scope}::text, ${key}::text, ${hash}::text, ${reply}::json, now() ${source}
    on conflict (scope, key) do update set request_hash = excluded.request_hash, reply = excluded.reply,
      created_at = excluded.created_at
      where idempotent_reply.created_at <= now() - ${REPLY_KEPT_FOR}
    returning scope`;
}

/** The values of those parameters. */
export function replyValues({ scope, key, requestHash, reply }: ReplyWrite): string[] {
  return [scope, key, requestHash, reply];
}
