import type { Pool } from 'pg';
import { REPLY_KEPT_FOR } from './hot/replies.js';
import { forgetOldPreviews } from './restrictedPreviews.js';

/** How long things are kept, in days. */
export interface RetentionSettings {
  /** After so many a chat that nobody continues is over. */
  readonly sessionIdleDays: number;
  /** What was said in a chat is kept for so many after it is over; 0 is for ever. */
  readonly chatLogDays: number;
}

/** How many things one statement takes: a lock that is held for long would keep chats waiting. */
const BATCH = 500;

/** The same for files and flows, which are large. */
const FEW = 20;

/** How long, in days, what let somebody in is kept after it has expired. */
const STALE_KEY_DAYS = 30;

/** How much longer, in days, a flow is kept than previews that nobody continues: `used_at` is true to the day only. */
const FLOW_MARGIN = 2;

/**
 * Forgets a batch of each kind of what nobody can ask for any more: files past their time, previews and chats that are
 * over, flows that nothing points at, stale keys, replies kept for whoever repeats a call or left half said. Any number of servers may do so
 * at once, and chats that go on meanwhile are passed over. Gives whether there may be more.
 */
export async function deleteExpired(pool: Pool, keeping: RetentionSettings): Promise<boolean> {
  let hasMore = false;
  for (const { text, values, batch } of rulesOf(keeping)) {
    const { rowCount } = await pool.query(text, [...values, batch]);
    hasMore ||= rowCount === batch;
  }
  return (await forgetOldPreviews(pool, BATCH)) === BATCH || hasMore;
}

/** A statement that forgets; its last value is how many things at most. */
interface Rule {
  readonly text: string;
  readonly values: readonly number[];
  readonly batch: number;
}

function rulesOf({ sessionIdleDays, chatLogDays }: RetentionSettings): readonly Rule[] {
  return [
    { text: OLD_FILES, values: [], batch: FEW },
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
    { text: old('invitation', IS_STALE), values: [], batch: BATCH },
    {
      text: old('idempotent_reply', `created_at <= now() - ${REPLY_KEPT_FOR}`),
      values: [],
      batch: BATCH,
    },
    { text: old('turn_answer', IS_ABANDONED), values: [], batch: BATCH },
    { text: old('chat_stream', IS_LEFT), values: [], batch: BATCH },
    { text: old('rate_limit', IS_OVER), values: [], batch: BATCH },
  ];
}

const OLD_FILES = `delete from job where id in (
  select id from job where expires_at < now() limit $1 for update skip locked)`;

/** Chats with their logs; a turn that comes meanwhile is before it, and the chat stays, or finds no chat. */
const oldChats = (condition: string, limit: string): string => `with gone as (
    delete from chat_session where id in (
      select id from chat_session where ${condition}
      order by created_at limit ${limit} for update skip locked)
    returning id
  ), silenced as (
    delete from chat_event using gone where session_id = gone.id
  )
  select from gone`;

const OLD_PREVIEWS = oldChats(
  `is_preview and created_at < now() - $1::int * interval '1 day'
    and updated_at < now() - $1::int * interval '1 day'`,
  '$2',
);

const OLD_CHATS = oldChats(
  `not is_preview and created_at < now() - $1::int * interval '1 day'
    and updated_at < now() - ($1::int + case when is_ended then 0 else $2::int end) * interval '1 day'`,
  '$3',
);

/**
 * Live chats run versions, and versions hold their flows. A preview wanted its flows when it began or later, so that only
 * those that go on for longer than others are kept have to be looked at.
 */
const UNUSED_FLOWS = `delete from flow where id in (
  select id from flow where used_at < now() - ($1::int + $2::int) * interval '1 day'
    and not exists (select from bot_version where flow_id = flow.id)
    and not exists (select from chat_session where is_preview
      and chat_session.created_at < now() - $1::int * interval '1 day' and strpos(state::text, flow.id) > 0)
  order by used_at limit $3 for update skip locked)`;

/** What let somebody in, and has long expired. */
const IS_STALE = `expires_at < now() - interval '${STALE_KEY_DAYS} days'`;

/** What belongs to a turn, and no turn lasts so long: whoever took it never came back. */
const IS_ABANDONED = `created_at < now() - interval '1 day'`;

/** What was streamed in a turn that was never written: no turn takes so long. */
const IS_LEFT = `created_at < now() - interval '10 minutes'`;

/** Counts of rate limits whose time is over. */
const IS_OVER = 'expire < extract(epoch from now()) * 1000';

/** Rows of a table that nothing hangs on. */
function old(table: string, condition: string): string {
  return `delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${condition} limit $1 for update skip locked))`;
}
