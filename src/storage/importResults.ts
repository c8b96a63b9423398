import type { Pool } from 'pg';
import type { ImportedResult } from '../schema/importedResult.js';
import { storableJson } from './hot/turnWriter.js';
import { idOfSource } from './newId.js';
import { findShardKeysOf } from './shardKeys.js';
import { slotOf } from './slot.js';

/**
 * Stores results that were collected elsewhere, and counts them, in one statement. Their ids follow from those they have there, so
 * that one that is here already, or was deleted here, is left as it is. Gives how many are new.
 */
export async function importResults(
  pool: Pool,
  botId: string,
  results: readonly ImportedResult[],
): Promise<number> {
  const shardKeys = await findShardKeysOf(pool, botId);
  // All have the first, so that the same result has the same id each time.
  const [shardKey = ''] = shardKeys;
  const made = results.map((result) => rowsOf(botId, result));
  // One that was sent twice is brought once, as it was sent last.
  const rows = [...new Map(made.map((row) => [row.result.id, row])).values()];
  const { rows: found } = await pool.query<{ added: number }>({
    name: 'results_import',
    text: IMPORT,
    values: [
      botId,
      storableJson(rows.map(({ result }) => result)),
      storableJson(rows.flatMap(({ answers }) => answers)),
      ...[shardKey, shardKeys],
    ],
  });
  return found[0]?.added ?? 0;
}

const IMPORT = `with added as (
    insert into result (shard_key, id, bot_id, flow_id, session_id, variables, is_completed, has_started, is_archived, answers_from,
      created_at, updated_at)
    select $4::text, r.id || $4, $1::text, '', null, r.variables, r.is_completed, r.has_started, false, '', r.created_at, r.updated_at
    from json_to_recordset($2::json) as r (id text, variables json, is_completed boolean, has_started boolean,
      created_at timestamptz, updated_at timestamptz)
    where not exists (select from result as known join unnest($5::text[]) as known_key on known.shard_key = known_key
      where known.id = r.id || known_key)
    on conflict on constraint result_pkey do nothing
    returning id, has_started, is_completed, created_at
  ), answers as (
    insert into answer (shard_key, result_id, id, block_id, group_id, variable_id, content, attached_file_urls, storage_used, created_at)
    select $4::text, a.result_id || $4, a.id, a.block_id, a.group_id, a.variable_id, a.content, a.attached_file_urls, 0, a.created_at
    from json_to_recordset($3::json) as a (result_id text, id text, block_id text, group_id text, variable_id text,
      content text, attached_file_urls json, created_at timestamptz)
    where a.result_id || $4 in (select id from added)
  ), counted as (
    insert into count_delta (shard_key, bot_id, flow_id, slot, parts)
    select $4::text, $1::text, '', ${slotOf('added.created_at')}, json_agg(json_build_array(now.kind, '', 1))
    from added cross join lateral (values
      ('view', true), ('start', has_started), ('completion', is_completed)) as now (kind, is_counted)
    where now.is_counted
    group by 4
  )
  select count(*)::int as added from added`;

/** A result and its answers as rows; the statement adds the shard key to the id of the result. Answers of one moment keep their order: the time in their ids is a later one each. */
function rowsOf(botId: string, sent: ImportedResult) {
  const createdAt = Date.parse(sent.createdAt);
  const id = idOfSource('res', createdAt, `${botId} ${sent.id}`);
  let last = createdAt;
  const answers = sent.answers.map((answer, index) => {
    last = Math.max(Date.parse(answer.createdAt), last + 1);
    return {
      result_id: id,
      id: idOfSource('ans', last, `${id} ${index}`),
      block_id: answer.blockId,
      group_id: answer.groupId,
      variable_id: answer.variableId,
      content: answer.content,
      attached_file_urls: answer.attachedFileUrls,
      created_at: answer.createdAt,
    };
  });
  const result = {
    id,
    variables: sent.variables.filter(
      ({ value }) => typeof value === 'string' || Array.isArray(value),
    ),
    is_completed: sent.isCompleted ?? false,
    has_started: sent.hasStarted ?? answers.length > 0,
    created_at: sent.createdAt,
    updated_at: new Date(last),
  };
  return { result, answers };
}
