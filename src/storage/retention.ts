import type { Pool } from 'pg';
import { REPLY_KEPT_FOR } from './hot/replies.js';
import { forgetOldPreviews } from './restrictedPreviews.js';

/** How long things are kept, in days. */
export interface RetentionSettings {
  /** After how many days without a turn a chat expires. */
  readonly sessionIdleDays: number;
  /** How many days the log of a chat is kept after its end; 0 is for ever. */
  readonly chatLogDays: number;
}

/** How many rows one statement deletes: locks that are held for long would block chats. */
const BATCH = 500;

/** The same for files and flows, which are large. */
const FEW = 20;

/** How many days expired tokens and invitations are kept. */
const STALE_KEY_DAYS = 30;

/** How many days a flow is kept longer than expired previews: `used_at` is exact to the day only. */
const FLOW_MARGIN = 2;

/**
 * Deletes a batch of each kind of expired rows: files, previews, chats, unused flows, tokens, sign-ins, invitations, kept replies,
 * effect journals, streams, editors who left, rate limits, what AI took, deliveries to webhooks and conversations in messengers. Any
 * number of servers may do so at once; chats with a running turn
 * are skipped. Gives whether there may be more.
 */
export async function deleteExpired(pool: Pool, keeping: RetentionSettings): Promise<boolean> {
  let hasMore = false;
  for (const { text, values, batch } of rulesOf(keeping)) {
    const { rowCount } = await pool.query(text, [...values, batch]);
    hasMore ||= rowCount === batch;
  }
  return (await forgetOldPreviews(pool, BATCH)) === BATCH || hasMore;
}

/** A statement that deletes; its last value is the most rows. */
interface Rule {
  readonly text: string;
  readonly values: readonly number[];
  readonly batch: number;
}

function rulesOf({ sessionIdleDays, chatLogDays }: RetentionSettings): readonly Rule[] {
  return [
    { text: OLD_FILES, values: [], batch: FEW },
    { text: UNSETTLED_FILES, values: [], batch: BATCH },
    { text: OLD_PREVIEWS, values: [sessionIdleDays], batch: BATCH },
    ...(chatLogDays > 0
      ? [{ text: OLD_CHATS, values: [chatLogDays, sessionIdleDays], batch: BATCH }]
      : []),
    { text: UNUSED_FLOWS, values: [sessionIdleDays, FLOW_MARGIN], batch: FEW },
    {
      text: old('api_token', `kind in ('BROWSER', 'LINK') and ${IS_STALE}`),
      values: [],
      batch: BATCH,
    },
    { text: old('payment', "created_at < now() - interval '90 days'"), values: [], batch: BATCH },
    { text: old('sign_in', IS_OVER_FOR_A_DAY), values: [], batch: BATCH },
    { text: old('email_sign_in', 'expires_at < now()'), values: [], batch: BATCH },
    { text: old('invitation', IS_STALE), values: [], batch: BATCH },
    {
      text: old('idempotent_reply', `created_at <= now() - ${REPLY_KEPT_FOR}`),
      values: [],
      batch: BATCH,
    },
    { text: old('turn_answer', IS_ABANDONED), values: [], batch: BATCH },
    { text: old('chat_stream', IS_LEFT), values: [], batch: BATCH },
    { text: old('bot_editor', 'lease_until < now()'), values: [], batch: BATCH },
    { text: old('rate_limit', IS_OVER), values: [], batch: BATCH },
    { text: old('ai_usage', IS_LONG_AGO), values: [], batch: BATCH },
    { text: old('webhook_delivery', IS_OLD_DELIVERY), values: [], batch: BATCH },
    { text: old('messenger_conversation', IS_SILENT), values: [], batch: BATCH },
    { text: OLD_MESSAGES, values: [], batch: BATCH },
  ];
}

const OLD_FILES = `delete from job where id in (
  select id from job where expires_at < now() limit $1 for update skip locked)`;

/** Whether a chat uses a file, and what the file belongs to is stored. */
const IS_SETTLED = `is_used and (
  exists (select from result where id = file.result_id and not is_archived)
  or exists (select from chat_session where id = file.session_id))`;

/** Files that nobody used in time; those that are used no longer expire. */
const UNSETTLED_FILES = `with due as (
    select id, ${IS_SETTLED} as is_settled from file
    where expires_at < now() order by expires_at limit $1 for update skip locked
  ), settled as (
    update file set expires_at = null from due where file.id = due.id and due.is_settled
  ), gone as (
    delete from file using due where file.id = due.id and not due.is_settled
  )
  select from due`;

/** Whether turns of a chat are not added up yet (`foldCounts.ts`). */
const IS_UNCOUNTED = `exists (select from chat_event
  where session_id = chat_session.id and written_in >= (select before from counted_log))`;

/** Chats with their logs. A turn that is committed meanwhile keeps its chat; a later one finds none. */
const oldChats = (condition: string, limit: string): string => `with gone as (
    delete from chat_session where id in (
      select id from chat_session where ${condition}
      order by created_at limit ${limit} for update skip locked)
    returning id
  ), silenced as (
    delete from chat_event using gone where session_id = gone.id
  ), unfiled as (
    delete from file using gone where session_id = gone.id
  ), unreported as (
    delete from client_log using gone where session_id = gone.id
  )
  select from gone`;

const OLD_PREVIEWS = oldChats(
  `is_preview and created_at < now() - $1::int * interval '1 day'
    and updated_at < now() - $1::int * interval '1 day'`,
  '$2',
);

const OLD_CHATS = oldChats(
  `not is_preview and created_at < now() - $1::int * interval '1 day'
    and updated_at < now() - ($1::int + case when is_ended then 0 else $2::int end) * interval '1 day' and not ${IS_UNCOUNTED}`,
  '$3',
);

/**
 * Live chats run versions, which refer to their flows. A preview has marked its flows as used when it began or later, so that
 * only previews older than the limit have to be searched for the id.
 */
const UNUSED_FLOWS = `delete from flow where id in (
  select id from flow where used_at < now() - ($1::int + $2::int) * interval '1 day'
    and not exists (select from bot_version where flow_id = flow.id)
    and not exists (select from chat_session where is_preview
      and chat_session.created_at < now() - $1::int * interval '1 day' and strpos(state::text, flow.id) > 0)
  order by used_at limit $3 for update skip locked)`;

/** Tokens and invitations that expired long ago. */
const IS_STALE = `expires_at < now() - interval '${STALE_KEY_DAYS} days'`;

/** Sign-ins from other origins, with codes that nobody redeemed. */
const IS_OVER_FOR_A_DAY = `expires_at < now() - interval '1 day'`;

/** What was taken of AI before the last twelve months. */
const IS_LONG_AGO = `month < now() - interval '13 months'`;

/** Effect journals of turns that were never committed: no turn takes a day. */
const IS_ABANDONED = `created_at < now() - interval '1 day'`;

/** Streams of turns that were never committed: no turn takes ten minutes. */
const IS_LEFT = `created_at < now() - interval '10 minutes'`;

/** What webhooks received is a log for a week, and can be sent again for as long. */
const IS_OLD_DELIVERY = `finished_at < now() - interval '7 days'`;

/** Rate limits whose period is over. */
const IS_OVER = 'expire < extract(epoch from now()) * 1000';

/** Conversations in messengers whose last chat is over for long. */
const IS_SILENT = `due_at is null and heard_at < now() - interval '30 days'`;

/** Messages of messengers that are done, and so old that no messenger delivers them again. */
const OLD_MESSAGES = `delete from messenger_message where ctid = any(array(
  select ctid from messenger_message where is_done and created_at < now() - interval '8 days'
  limit $1 for update skip locked))`;

/** Rows of a table that no other table refers to, or only rows that are deleted with them. */
function old(table: string, condition: string): string {
  return `delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${condition} limit $1 for update skip locked))`;
}
