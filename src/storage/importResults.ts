import type { ClientBase, Pool } from 'pg';
import type { ImportedResult } from '../schema/importedResult.js';
import { storableJson } from './hot/turnWriter.js';
import { idOfSource } from './newId.js';
import { GIVEN_RESULTS, countAgain, lockSegmentsOf } from './segmentCounts.js';
import { findShardKeysOf } from './shardKeys.js';
import { SLOT_SECONDS } from './slot.js';
import { noteResults, type Auditor } from './audit.js';
import { inTransaction } from './transaction.js';

/**
 * Stores results that were collected elsewhere, and counts them, in one transaction. Their ids derive from their ids there, so that a
 * result that is stored already, or was deleted here, stays as it is. Returns the number of new results.
 */
export async function importResults(
  pool: Pool,
  { botId, auditor }: { readonly botId: string; readonly auditor: Auditor | undefined },
  results: readonly ImportedResult[],
): Promise<number> {
  const shardKeys = await findShardKeysOf(pool, botId);
  // All get the first shard key, so that the same result has the same id each time.
  const [shardKey = ''] = shardKeys;
  const imported = results.map((result) => rowsOf(botId, result));
  // A result that was sent twice is stored once, as it was sent last.
  const rows = new Map(imported.map((row) => [row.result.id, row]));
  // Separate statements, since a cluster takes none that inserts into several tables.
  return inTransaction(pool, async (client) => {
    const isSegmented = await lockSegmentsOf(client, botId);
    const isKnown = await findKnown(client, [...rows.keys()], shardKeys);
    const fresh = [...rows.values()].filter(({ result }) => !isKnown(result.id));
    const { rows: added } = await client.query<{ id: string }>(ADD, [
      botId,
      storableJson(fresh.map(({ result }) => result)),
      shardKey,
    ]);
    const stored = new Set(added.map(({ id }) => id));
    const newRows = fresh.filter(({ result }) => stored.has(result.id + shardKey));
    const answers = newRows.flatMap((row) => row.answers);
    await client.query(ANSWER, [storableJson(answers), shardKey]);
    await client.query(COUNT, [botId, JSON.stringify(countsOf(newRows)), shardKey]);
    if (isSegmented) await countAgain(client, GIVEN_RESULTS, [[...stored]]);
    await noteResults(client, auditor, { botId, imported: newRows.length });
    return newRows.length;
  });
}

/** Returns a function that tells whether a result is stored, by its id without the shard key. */
async function findKnown(
  client: ClientBase,
  ids: readonly string[],
  shardKeys: readonly string[],
): Promise<(id: string) => boolean> {
  const candidates = ids.flatMap((id) => shardKeys.map((key) => id + key));
  const { rows } = await client.query<{ id: string }>(KNOWN, [shardKeys, candidates]);
  const known = new Set(rows.map(({ id }) => id));
  return (id) => shardKeys.some((key) => known.has(id + key));
}

const KNOWN = 'select id from result where shard_key = any($1) and id = any($2)';

const ADD = `insert into result (shard_key, id, bot_id, flow_id, session_id, variables, is_completed, has_started, is_archived, answers_from,
    created_at, updated_at)
  select $3::text, r.id || $3, $1::text, '', null, r.variables, r.is_completed, r.has_started, false, '', r.created_at, r.updated_at
  from json_to_recordset($2::json) as r (id text, variables json, is_completed boolean, has_started boolean,
    created_at timestamptz, updated_at timestamptz)
  on conflict on constraint result_pkey do nothing
  returning id`;

const ANSWER = `insert into answer
    (shard_key, result_id, id, block_id, group_id, variable_id, content, attached_file_urls, storage_used, created_at)
  select $2::text, a.result_id || $2, a.id, a.block_id, a.group_id, a.variable_id, a.content, a.attached_file_urls, 0, a.created_at
  from json_to_recordset($1::json) as a (result_id text, id text, block_id text, group_id text, variable_id text,
    content text, attached_file_urls json, created_at timestamptz)`;

const COUNT = `insert into count_delta (shard_key, bot_id, flow_id, slot, parts)
  select $3::text, $1::text, '', c.slot, c.parts from json_to_recordset($2::json) as c (slot integer, parts json)`;

/** The deltas of new results: one for each, since imported results began at different times. */
function countsOf(rows: readonly ReturnType<typeof rowsOf>[]) {
  return rows.map(({ result }) => {
    const kinds = [
      'view',
      ...(result.has_started ? ['start'] : []),
      ...(result.is_completed ? ['completion'] : []),
    ];
    return {
      slot: Math.floor(Date.parse(result.created_at) / 1000 / SLOT_SECONDS),
      parts: kinds.map((kind) => [kind, '', 1]),
    };
  });
}

/**
 * The rows of a result and its answers; the statement appends the shard key to the id of the result. Answers of the same moment keep their
 * order, because each id has a later time than the one before.
 */
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
