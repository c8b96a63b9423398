import type { Pool } from 'pg';
import { REPLY_KEPT_FOR } from './hot/replies.js';
import { forgetOldPreviews } from './restrictedPreviews.js';
import { eachKey, keysWith, ofKeys } from './sharded/eachKey.js';
import { shardKeysOf } from './shardKeys.js';
import { inTransaction } from './transaction.js';

/** How long data is kept, in days. */
export interface RetentionSettings {
  /** Days without a turn after which a chat expires. */
  readonly sessionIdleDays: number;
  /** Days for which the log of a chat is kept after its end; 0 is for ever. */
  readonly chatLogDays: number;
  /** Days for which audit logs are kept; 0 is for ever. */
  readonly auditLogDays: number;
  /** Days for which the trace of a turn is kept, at most as long as its chat. */
  readonly chatTraceDays: number;
  /** Days for which what running a turn again needs is kept, at most as long as its chat. */
  readonly chatReplayDays: number;
}

/** Rows that one statement deletes: locks that are held for long would block chats. */
const BATCH = 500;

/** Files or flows that one statement deletes: they are large. */
const FEW = 20;

/** Days for which expired tokens and invitations are kept. */
const STALE_KEY_DAYS = 30;

/** Days for which a flow is kept longer than expired previews: `used_at` is exact to the day only. */
const FLOW_MARGIN = 2;

/**
 * Deletes a batch of each kind of expired rows: files, previews, chats, unused flows, tokens, sign-ins, invitations, kept replies, effect
 * journals, streams, editors and viewers who left, rate limits, AI usage, deliveries to webhooks and conversations in messengers. Any
 * number of servers may do so at once; chats with a running turn are skipped. Returns whether there may be more.
 */
export async function deleteExpired(pool: Pool, keeping: RetentionSettings): Promise<boolean> {
  let hasMore = await settleFiles(pool);
  for (const { rows, values = [], ...rule } of rulesOf(keeping)) {
    for (const keys of rows ? await eachKey(pool, () => keysWith(pool, rows, values)) : [null]) {
      const parameters = [...values, rule.batch, ...(rows ? [keys] : [])];
      const count = await deleteBatch(pool, rule, parameters);
      hasMore ||= count === rule.batch;
    }
  }
  const hasMoreFlows = await deleteUnusedFlows(pool, keeping.sessionIdleDays);
  return (await forgetOldPreviews(pool, BATCH)) === BATCH || hasMoreFlows || hasMore;
}

/** A statement that deletes. */
interface Rule {
  /** Its last parameter is the most rows; with `rows`, the shard keys follow. */
  readonly text: string;
  /** The parameters before these. */
  readonly values?: readonly number[];
  readonly batch: number;
  /** For a table with shard keys: the table and the condition by which the shard keys of expired rows are found. */
  readonly rows?: string;
  /** Whether it deletes chats and returns their ids. */
  readonly isOfChats?: boolean;
}

async function deleteBatch(
  pool: Pool,
  { text, isOfChats = false }: Pick<Rule, 'text' | 'isOfChats'>,
  values: unknown[],
): Promise<number | null> {
  if (!isOfChats) return (await pool.query(text, values)).rowCount;
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(text, values);
    const gone = rows.map(({ id }) => id);
    // A separate statement, since a cluster has files on another machine.
    if (gone.length > 0) await client.query('delete from file where session_id = any($1)', [gone]);
    return gone.length;
  });
}

function rulesOf({
  sessionIdleDays,
  chatLogDays,
  auditLogDays,
  chatTraceDays,
  chatReplayDays,
}: RetentionSettings): readonly Rule[] {
  return [
    { text: OLD_FILES, batch: FEW },
    oldChats(OLD_PREVIEWS, [sessionIdleDays]),
    ...(chatLogDays > 0
      ? [oldChats(OLD_CHATS, [chatLogDays, sessionIdleDays], `and not ${IS_UNCOUNTED}`)]
      : []),
    old('api_token', `kind in ('BROWSER', 'LINK') and ${IS_STALE}`),
    oldKeyed('payment', "created_at < now() - interval '90 days'"),
    old('sign_in', IS_OVER_FOR_A_DAY),
    old('email_sign_in', 'expires_at < now()'),
    old('invitation', IS_STALE),
    oldKeyed('idempotent_reply', `created_at <= now() - ${REPLY_KEPT_FOR}`),
    oldKeyed('turn_answer', IS_ABANDONED),
    oldKeyed('chat_stream', IS_LEFT),
    oldKeyed('chat_trace', `created_at < now() - interval '${chatTraceDays} days'`),
    oldKeyed('chat_replay', `created_at < now() - interval '${chatReplayDays} days'`),
    old('bot_editor', 'lease_until < now()'),
    old('chat_viewer', 'lease_until < now()'),
    old('rate_limit', IS_OVER),
    old('ai_usage', IS_LONG_AGO),
    oldKeyed('webhook_delivery', IS_OLD_DELIVERY),
    old('messenger_conversation', IS_SILENT),
    { text: OLD_MESSAGES, batch: BATCH },
    ...(auditLogDays > 0 ? [{ text: OLD_ENTRIES, values: [auditLogDays], batch: BATCH }] : []),
  ];
}

const OLD_FILES = `delete from job where id in (
  select id from job where expires_at < now() limit $1 for update skip locked)`;

/**
 * Deletes expired files that no chat uses; those that are used no longer expire. A file is used if a chat refers to it and its owner is
 * stored. Owners are read separately, since a cluster has them on another machine. Returns whether there may be more.
 */
async function settleFiles(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows: due } = await client.query<DueFile>(DUE_FILES, [BATCH]);
    if (due.length === 0) return false;
    const used = due.flatMap(({ owners }) => owners);
    const { rows } = await client.query<{ id: string }>(STORED, [shardKeysOf(used), used]);
    const stored = new Set(rows.map(({ id }) => id));
    const settled = due.filter(({ owners }) => owners.some((id) => stored.has(id)));
    const values = [due.map(({ id }) => id), settled.map(({ id }) => id)];
    await client.query(SETTLE, values);
    return due.length === BATCH;
  });
}

interface DueFile {
  readonly id: string;
  /** The result or chat that owns it; empty where no chat uses it. */
  readonly owners: readonly string[];
}

const DUE_FILES = `select id, case when is_used then array_remove(array[result_id, session_id], null) else '{}' end as owners
  from file where expires_at < now() order by expires_at limit $1 for update skip locked`;

const STORED = `select id from result where shard_key = any($1) and id = any($2) and not is_archived
  union all select id from chat_session where shard_key = any($1) and id = any($2)`;

const SETTLE = `with settled as (update file set expires_at = null where id = any($2))
  delete from file where id = any($1) and not id = any($2)`;

/** SQL: whether turns of a chat are not added up yet (`foldCounts.ts`). */
const IS_UNCOUNTED = `exists (select from chat_event where ${ofKeys('$4', 'chat_event')} and session_id = chat_session.id
  and written_in >= (select before from counted_log))`;

const OLD_PREVIEWS = `is_preview and created_at < now() - $1::int * interval '1 day'
  and updated_at < now() - $1::int * interval '1 day'`;

const OLD_CHATS = `not is_preview and created_at < now() - $1::int * interval '1 day'
  and updated_at < now() - ($1::int + case when is_ended then 0 else $2::int end) * interval '1 day'`;

/** Deletes chats with their logs. A turn that is committed meanwhile keeps its chat; a later one finds none. */
function oldChats(condition: string, values: readonly number[], further = ''): Rule {
  const [limit, keys] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const text = `with gone as (
      delete from chat_session where ${ofKeys(keys)} and id in (
        select id from chat_session where ${ofKeys(keys)} and ${condition} ${further}
        order by created_at limit ${limit} for update skip locked)
      returning id
    ), silenced as (
      delete from chat_event using gone where ${ofKeys(keys)} and session_id = gone.id
    ), unreported as (
      delete from client_log using gone where ${ofKeys(keys)} and session_id = gone.id
    ), untraced as (
      delete from chat_trace using gone where ${ofKeys(keys)} and session_id = gone.id
    ), unreplayed as (
      delete from chat_replay using gone where ${ofKeys(keys)} and session_id = gone.id
    ), unattended as (
      delete from chat_desk using gone where ${ofKeys(keys, 'chat_desk')} and chat_desk.id = gone.id
    ), unnoted as (
      delete from chat_note using gone where ${ofKeys(keys, 'chat_note')} and chat_id = gone.id
    )
    select id from gone`;
  return { text, values, batch: BATCH, rows: `chat_session where ${condition}`, isOfChats: true };
}

/**
 * Deletes flows that nothing runs. Live chats run versions, which refer to their flows. A preview notes its flows as used when it begins or
 * later, so that only previews older than the limit have to be searched for the ids. They name few of the flows that were unused since, so
 * that a few more candidates than are deleted suffice. Returns whether there may be more.
 */
async function deleteUnusedFlows(pool: Pool, idleDays: number): Promise<boolean> {
  const days = [idleDays, FLOW_MARGIN];
  const { rows: unused } = await pool.query<{ id: string }>(UNUSED, [...days, 5 * FEW]);
  if (unused.length === 0) return false;
  const ids = unused.map(({ id }) => id);
  // A separate statement, since a cluster has chats on another machine.
  const { rows: named } = await pool.query<{ id: string }>(NAMED, [idleDays, ids]);
  const kept = new Set(named.map(({ id }) => id));
  const free = ids.filter((id) => !kept.has(id));
  const { rowCount } = await pool.query(FREE_FLOWS, [...days, FEW, free]);
  return rowCount === FEW;
}

const IS_UNUSED = `used_at < now() - ($1::int + $2::int) * interval '1 day'
  and not exists (select from bot_version where flow_id = flow.id)
  and not exists (select from bot_version where id = split_part(flow.id, '/', 3))`;

const UNUSED = `select id from flow where ${IS_UNUSED} order by used_at limit $3`;

const NAMED = `select distinct flow_id as id from chat_session, unnest($2::text[]) as flow_id where is_preview
  and created_at < now() - $1::int * interval '1 day' and strpos(state::text, flow_id) > 0`;

const FREE_FLOWS = `delete from flow where id in (
  select id from flow where id = any($4) and ${IS_UNUSED} order by used_at limit $3 for update skip locked)`;

/** SQL: tokens and invitations that expired long ago. */
const IS_STALE = `expires_at < now() - interval '${STALE_KEY_DAYS} days'`;

/** SQL: expired sign-ins from other origins, and codes that nobody redeemed. */
const IS_OVER_FOR_A_DAY = `expires_at < now() - interval '1 day'`;

/** SQL: AI usage from before the last twelve months. */
const IS_LONG_AGO = `month < now() - interval '13 months'`;

/** SQL: effect journals of turns that were never committed: no turn takes a day. */
const IS_ABANDONED = `created_at < now() - interval '1 day'`;

/** SQL: streams of turns that were never committed: no turn takes ten minutes. */
const IS_LEFT = `created_at < now() - interval '10 minutes'`;

/** SQL: deliveries that ended a week ago. Until then they can be read and repeated. */
const IS_OLD_DELIVERY = `finished_at < now() - interval '7 days'`;

/** SQL: rate limits whose period is over. */
const IS_OVER = 'expire < extract(epoch from now()) * 1000';

/** SQL: conversations in messengers that ended long ago. */
const IS_SILENT = `due_at is null and heard_at < now() - interval '30 days'`;

/** Processed messages that are too old for any messenger to deliver them again. */
const OLD_MESSAGES = `delete from messenger_message where ctid = any(array(
  select ctid from messenger_message where is_done and created_at < now() - interval '8 days'
  limit $1 for update skip locked))`;

const OLD_ENTRIES = `delete from audit_entry where position = any(array(
  select position from audit_entry where created_at < now() - $1::int * interval '1 day'
  limit $2 for update skip locked))`;

/** Deletes rows of a table that only rows refer to that are deleted with them. */
function old(table: string, condition: string): Rule {
  const text = `delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${condition} limit $1 for update skip locked))`;
  return { text, batch: BATCH };
}

/** The same for a table with shard keys. */
function oldKeyed(table: string, condition: string): Rule {
  const keyed = ofKeys('$2');
  const text = `delete from ${table} where ${keyed} and ctid = any(array(
    select ctid from ${table} where ${keyed} and ${condition} limit $1 for update skip locked))`;
  return { text, batch: BATCH, rows: `${table} where ${condition}` };
}
