import type { ClientBase, Pool } from 'pg';
import { eachKey } from './sharded/eachKey.js';
import { findShardKeysOf } from './shardKeys.js';
import { GIVEN_RESULTS, countAgain, lockSegmentsOf } from './segmentCounts.js';
import { slotOf } from './slot.js';
import { noteResults, type Auditor } from './audit.js';
import { inTransaction } from './transaction.js';

const BATCH = 500;

/**
 * Deletes results of a bot: these, or all of them. Their rows are archived, because counts refer to them; variables, answers, files and
 * logs are deleted, and their chats end. What a messenger has of the person is deleted with the result of the last chat there: until then, that chat
 * goes on. Works in batches, one transaction each. Returns the number of deleted results.
 */
export async function deleteResults(
  pool: Pool,
  { botId, auditor }: { readonly botId: string; readonly auditor: Auditor | undefined },
  ids: readonly string[] | 'all',
): Promise<number> {
  await inTransaction(pool, (client) => noteResults(client, auditor, { botId, deleted: ids }));
  const keys = await findShardKeysOf(pool, botId);
  let deleted = 0;
  for (const part of await eachKey(pool, () => keys)) {
    deleted += await deleteUnder(pool, [botId, ids === 'all' ? null : ids, part ?? keys]);
  }
  return deleted;
}

async function deleteUnder(pool: Pool, values: readonly unknown[]): Promise<number> {
  let deleted = 0;
  for (;;) {
    const gone = await inTransaction(pool, (client) => deleteBatch(client, values));
    deleted += gone;
    if (gone < BATCH) return deleted;
  }
}

interface Deleted {
  /** The ids of the results. */
  readonly gone: readonly string[] | null;
  /** The ids of their chats. */
  readonly chats: readonly string[] | null;
  readonly left: unknown;
}

/**
 * Files, conversations and counts take statements of their own: a cluster has the first two on another machine, and does not insert from
 * what a statement deletes.
 */
async function deleteBatch(client: ClientBase, values: readonly unknown[]): Promise<number> {
  const [botId, ids, keys] = values;
  const counted = await countBefore(client, values);
  const { rows } = await client.query<Deleted>({
    name: 'results_delete_2',
    text: DELETE,
    values: [botId, counted ?? ids, keys],
  });
  if (counted) await client.query(FORGET, [counted, botId]);
  const [{ gone, chats, left } = { gone: null, chats: null, left: null }] = rows;
  if (gone) await client.query('delete from file where result_id = any($1)', [gone]);
  if (chats)
    await client.query('delete from messenger_conversation where session_id = any($1)', [chats]);
  if (left) await client.query(LEFT_NO_MORE, [JSON.stringify(left)]);
  return gone?.length ?? 0;
}

/**
 * Where the bot has segments, counts the next results in them as they are, and returns their ids: they stay as they are until the transaction
 * ends.
 */
async function countBefore(
  client: ClientBase,
  values: readonly unknown[],
): Promise<readonly string[] | undefined> {
  if (!(await lockSegmentsOf(client, String(values[0])))) return undefined;
  const { rows } = await client.query<{ id: string }>(`with ${LOCKED} select id from gone`, [
    ...values,
  ]);
  const ids = rows.map(({ id }) => id);
  await countAgain(client, GIVEN_RESULTS, [ids]);
  return ids;
}

const FORGET = `delete from segment_result where result_id = any($1) and segment_id in (
  select id from bot_segment where bot_id = $2)`;

const LEFT_NO_MORE = `insert into count_delta (shard_key, bot_id, flow_id, slot, parts)
  select one ->> 0, one ->> 1, one ->> 2, (one ->> 3)::int, json_build_array(json_build_array('left', one ->> 4, -1))
  from json_array_elements($1::json) as one`;

/** Locks chats before results, in the order of a turn: a running turn either commits first, or finds its chat ended. */
const LOCKED = `picked as (
    select shard_key, id, session_id from result
    where shard_key = any($3) and bot_id = $1 and not is_archived and ($2::text[] is null or id = any($2))
    order by id limit ${BATCH}
  ), chat as (
    select id, shard_key, state, is_ended, created_at from chat_session
    where shard_key = any($3) and id in (select session_id from picked
      union select s.id from picked join chat_session as s on s.shard_key = any($3) and s.result_id = picked.id)
    order by id for update
  ), gone as (
    select id from result where shard_key = any($3) and id in (select id from picked) and not is_archived
      and (select count(*) from chat) >= 0 order by id for update
  )`;

const DELETE = `with ${LOCKED}, closed as (
    update chat_session set is_ended = true, state = '{"stateVersion":1}'
    where shard_key = any($3) and id in (select id from chat)
  ), silenced as (
    update chat_event set events = '[]' where shard_key = any($3) and session_id in (select id from chat)
  ), unreported as (
    delete from client_log where shard_key = any($3) and session_id in (select id from chat)
  ), untraced as (
    delete from chat_trace where shard_key = any($3) and session_id in (select id from chat)
  ), unreplayed as (
    delete from chat_replay where shard_key = any($3) and session_id in (select id from chat)
  ), unattended as (
    delete from chat_desk where shard_key = any($3) and id in (select id from chat)
  ), unnoted as (
    delete from chat_note where shard_key = any($3) and chat_id in (select id from chat)
  ), unanswered as (
    delete from turn_answer where shard_key = any($3) and session_id in (select id from chat)
  ), unreplied as (
    delete from idempotent_reply where shard_key = any($3) and scope in (select id from chat)
  ), unsaid as (
    delete from answer where shard_key = any($3) and result_id in (select id from gone)
  ), untold as (
    delete from webhook_delivery where shard_key = any($3) and id in (
      select id from webhook_delivery where shard_key = any($3) and result_id in (select id from gone) order by position for update)
  ), archived as (
    update result set is_archived = true, variables = '[]' where shard_key = any($3) and id in (select id from gone)
  )
  select (select json_agg(id) from gone) as gone, (select json_agg(id) from chat) as chats, (select json_agg(json_build_array(shard_key,
      state -> 'stack' -> -1 ->> 'botId', state -> 'stack' -> -1 ->> 'flowId', ${slotOf('created_at')}, state -> 'at' ->> 'blockId'))
    from chat where not is_ended and state -> 'at' is not null) as left`;
