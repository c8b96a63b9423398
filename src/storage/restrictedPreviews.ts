import type { ClientBase, Pool } from 'pg';
import type { OwnFlow } from './flows.js';
import type { ReplyWrite } from './hot/replies.js';
import { eachKey, ofKeys, type Keys } from './sharded/eachKey.js';
import { shardKeyOf, shardKeysOf } from './shardKeys.js';
import { inTransaction } from './transaction.js';

/** A restricted preview that is about to begin. */
export interface PreviewClaim {
  readonly sessionId: string;
  /** The address of the client. */
  readonly address: string;
  /** The flow that came with the request; absent for a stored draft. */
  readonly own?: OwnFlow | undefined;
  readonly once?: Pick<ReplyWrite, 'scope' | 'key'> | undefined;
}

/** Limits of what restricted previews store; beyond them the oldest are deleted. */
export interface PreviewBounds {
  readonly perAddress: number;
  readonly bytesPerAddress: number;
  readonly inAll: number;
  readonly bytesInAll: number;
  /** Turns of one preview, which is deleted when it has that many: each turn reads the size of all turns of its preview. */
  readonly turns: number;
}

export const PREVIEW_BOUNDS: PreviewBounds = {
  perAddress: 50,
  bytesPerAddress: 32_000_000,
  inAll: 500,
  bytesInAll: 256_000_000,
  turns: 1_000,
};

/** Stores the claim of a preview and its flow, before anything else of the preview is stored. */
export async function claimPreview(
  pool: Pool,
  { sessionId, address, own, once }: PreviewClaim,
): Promise<void> {
  await pool.query({
    name: 'preview_claim',
    text: CLAIM,
    values: [
      ...[sessionId, address, own?.flow.id, own?.text],
      ...[once?.scope, once?.key, shardKeyOf(sessionId)],
    ],
  });
}

const CLAIM = `with stored as (
    insert into flow (id, definition, created_at) select $3::text, $4::json, now() where $3::text is not null)
  insert into restricted_preview (shard_key, session_id, address, flow_id, reply_scope, reply_key, created_at)
  values ($7, $1, $2, $3, $5, $6, now())`;

/** The address of the client that started a restricted preview; empty when the preview was deleted. */
export async function findPreviewAddress(pool: Pool, sessionId: string): Promise<string> {
  const { rows } = await pool.query<{ readonly address: string }>({
    name: 'preview_address',
    text: 'select address from restricted_preview where shard_key = $2 and session_id = $1',
    values: [sessionId, shardKeyOf(sessionId)],
  });
  return rows[0]?.address ?? '';
}

/** Deletes the oldest restricted previews beyond the limits for each address and for all, and those with too many turns. */
export async function trimPreviews(
  pool: Pool,
  { perAddress, bytesPerAddress, inAll, bytesInAll, turns }: PreviewBounds = PREVIEW_BOUNDS,
): Promise<void> {
  await measureGrown(pool);
  const values = [perAddress, bytesPerAddress, inAll, bytesInAll, turns];
  await forget(pool, { text: BEYOND, values });
}

/**
 * Stores the size of each preview, in bytes as stored, that was continued since its size was stored last. The rows of the others are not
 * read. Usually there is one such preview. Two processes may measure the same one.
 */
async function measureGrown(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Grown>({ name: 'preview_grown', text: GROWN });
  for (const { shardKey, sessionId, turn, bytes, flowId } of rows) {
    const values = [shardKey, sessionId, turn, bytes, flowId];
    await pool.query({ name: 'preview_measure', text: MEASURE, values });
  }
}

/** A preview that was continued, and its size without its flow. */
interface Grown {
  readonly shardKey: string;
  readonly sessionId: string;
  readonly turn: number | null;
  readonly bytes: string;
  readonly flowId: string | null;
}

const GROWN = `select preview.shard_key as "shardKey", preview.session_id as "sessionId", flow_id as "flowId", turn,
    coalesce(pg_column_size(state), 0)
    + coalesce((select sum(pg_column_size(events)) from chat_event
        where chat_event.shard_key = preview.shard_key and chat_event.session_id = preview.session_id), 0)
    + coalesce((select sum(pg_column_size(reply)) from idempotent_reply as kept
        where kept.shard_key = preview.shard_key and kept.scope = preview.session_id), 0)
    + coalesce((select pg_column_size(reply) from idempotent_reply as kept
        where kept.shard_key = preview.shard_key and kept.scope = preview.reply_scope and kept.key = preview.reply_key), 0) as bytes
  from restricted_preview as preview
    left join chat_session on chat_session.shard_key = preview.shard_key and chat_session.id = preview.session_id
  where measured_turn is null or measured_turn is distinct from turn`;

const MEASURE = `update restricted_preview set measured_turn = $3,
    bytes = $4::bigint + coalesce((select pg_column_size(definition) from flow where id = $5), 0)
  where shard_key = $1 and session_id = $2`;

const BEYOND = `select session_id from (
    select session_id, measured_turn, row_number() over own as nth_own, sum(bytes) over own as size_own,
      row_number() over every_one as nth, sum(bytes) over every_one as size
    from restricted_preview
    window own as (partition by address order by created_at desc, session_id),
      every_one as (order by created_at desc, session_id)
  ) as ranked where nth_own > $1 or size_own > $2 or nth > $3 or size > $4 or measured_turn >= $5`;

/** Deletes some of the restricted previews that began more than a day ago; returns how many. */
export async function forgetOldPreviews(pool: Pool, atMost: number): Promise<number> {
  return forget(pool, { text: OLD, values: [atMost] });
}

const OLD = `select session_id from restricted_preview
  where created_at < now() - interval '1 day' order by created_at limit $1`;

interface Chosen {
  readonly text: string;
  readonly values: readonly number[];
}

/** Deletes the selected previews with all their rows; returns how many. */
async function forget(pool: Pool, { text, values }: Chosen): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select session_id as id from (${text}) as one`,
    [...values],
  );
  if (rows.length === 0) return 0;
  const chosen = rows.map(({ id }) => id);
  let count = 0;
  for (const keys of await eachKey(pool, () => shardKeysOf(chosen))) {
    count += await inTransaction(pool, (client) => forgetWithin(client, chosen, keys));
  }
  return count;
}

/**
 * The order of the statements matters: no session is created without its row in `restricted_preview`, and no turn is committed without its
 * session, so that nothing is written after the statement that deletes it.
 */
async function forgetWithin(
  client: ClientBase,
  chosen: readonly string[],
  keys: Keys,
): Promise<number> {
  const { rows } = await client.query<Forgotten>(
    `delete from restricted_preview where ${ofKeys('$2')} and session_id = any(array(
        select session_id from restricted_preview where ${ofKeys('$2')} and session_id = any($1) for update skip locked))
      returning session_id as "sessionId", flow_id as "flowId", reply_scope as scope, reply_key as key`,
    [chosen, keys],
  );
  const sessions = rows.map(({ sessionId }) => sessionId);
  await client.query(`delete from chat_session where ${ofKeys('$2')} and id = any($1)`, [
    sessions,
    keys,
  ]);
  await client.query(LEFT_BEHIND, [
    sessions,
    rows.map(({ scope }) => scope),
    rows.map(({ key }) => key),
    keys,
  ]);
  await client.query('delete from flow where id = any($1)', [rows.map(({ flowId }) => flowId)]);
  return rows.length;
}

interface Forgotten {
  readonly sessionId: string;
  readonly flowId: string | null;
  readonly scope: string | null;
  readonly key: string | null;
}

const LEFT_BEHIND = `with said as (delete from chat_event where ${ofKeys('$4')} and session_id = any($1)),
  started as (delete from idempotent_reply using unnest($2::text[], $3::text[]) as kept (scope, key)
    where ${ofKeys('$4')} and idempotent_reply.scope = kept.scope and idempotent_reply.key = kept.key)
  delete from idempotent_reply where ${ofKeys('$4')} and scope = any($1)`;
