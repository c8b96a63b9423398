import type { ClientBase } from 'pg';
import type { Result } from '../schema/result.js';
import type { Answer } from '../schema/answer.js';
import {
  countByScan,
  countQuery,
  countsBy,
  pageQuery,
  scan,
  scanEach,
  type Counted,
} from './scan.js';
import { pageFrom, pagesBy, type Page, type Slice } from './page.js';
import { conditionOf, type ResultFilter, type ResultPosition } from './resultFilter.js';
import type { Queryable } from './reads.js';
import { toResult, type ResultRow } from './resultRow.js';
import { findShardKeysOf, shardKeysOf, withShardKeys } from './shardKeys.js';
import { together } from './together.js';

/** Larger counts are null. */
const MOST_COUNTED = 10_000;

/**
 * A page of a bot's results, newest first. A filter without an index is checked row by row for a limited time; then the page has the
 * matches so far and the cursor to continue from (`endsAt`, or `beginsAt` when read backward).
 */
export async function listResults(
  pool: Queryable,
  filter: ResultFilter,
  slice: Slice<ResultPosition>,
): Promise<Page<Result, ResultPosition>> {
  const page = (await listResultsOfEach(pool, [filter], slice)).get(filter.botId);
  return page ?? pageFrom([], slice);
}

/** The same page for several bots, which their filters name. Without an index, some thousands of rows of each are checked, once. */
export async function listResultsOfEach(
  pool: Queryable,
  filters: readonly ResultFilter[],
  slice: Slice<ResultPosition>,
): Promise<Map<string, Page<Result, ResultPosition>>> {
  const keyed = await withShardKeys(pool, filters);
  const [filter] = keyed;
  const conditions = keyed.map((one) => conditionOf(one, slice));
  if (conditions.some(({ looked }) => looked !== undefined)) {
    if (!filter || keyed.length > 1) return scanEach(pool, keyed, slice);
    return new Map([[filter.botId, await scan(pool, { filter, slice })]]);
  }
  const queries = conditions.map((condition) => pageQuery(condition, slice));
  const { rows } = await pool.query<ResultRow>(together(queries));
  return pagesBy('botId', rows.map(toResult), slice);
}

/** More results than any bot has. */
const MOST_ANYWHERE = 2_000_000_000;

/** How long results are counted for an export, in milliseconds; a worker must report progress before that. */
const COUNTED_WITHIN = 20_000;

/** The number of matching results, without a limit; 0 when counting takes too long: the export then counts as it runs. */
export async function countAll(connection: ClientBase, filter: ResultFilter): Promise<number> {
  const limits = { most: MOST_ANYWHERE, within: COUNTED_WITHIN };
  const keyed = await withShardKeys(connection, [filter]);
  return (await countByScan(connection, keyed, limits)).get(filter.botId) ?? 0;
}

/** The number of results that match each of these filters, by bot; null when there are too many, or counting takes too long. */
export async function countListed(
  connection: ClientBase,
  filters: readonly ResultFilter[],
): Promise<Map<string, number | null>> {
  const keyed = await withShardKeys(connection, filters);
  const conditions = keyed.map((filter) => conditionOf(filter));
  if (conditions.some(({ looked }) => looked !== undefined)) {
    return countByScan(connection, keyed, { most: MOST_COUNTED });
  }
  const queries = conditions.map((condition) => countQuery(condition, MOST_COUNTED));
  const { rows } = await connection.query<Counted>(together(queries));
  return countsBy(rows, MOST_COUNTED);
}

/** When each of a bot's newest results was last written, in seconds since 1970, by id. */
export async function readNewest(
  pool: Queryable,
  botId: string,
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; at: number }>({
    name: 'results_newest',
    text: `select id, extract(epoch from updated_at)::float8 as at from result
      where shard_key = any($3) and bot_id = $1 and not is_archived
      order by created_at desc, id desc limit $2`,
    values: [botId, limit, await findShardKeysOf(pool, botId)],
  });
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The answers of these results, by result, oldest first; one statement for all of them. */
export async function findAnswers(
  pool: Queryable,
  results: readonly Result[],
): Promise<Map<string, Answer[]>> {
  const ids = results.map(({ id }) => id);
  const { rows } = await pool.query<AnswerRow>({
    name: 'answers_of_results',
    text: `select result_id as "resultId", answer.id, block_id as "blockId", group_id as "groupId",
        variable_id as "variableId", content, attached_file_urls::text as "attachedFileUrls",
        storage_used as "storageUsed", (extract(epoch from created_at) * 1000)::float8 as "createdAt"
      from unnest($1::text[], $2::text[]) as wanted (id, answers_from)
      join answer on shard_key = any($3) and result_id = wanted.id and answer.id >= wanted.answers_from
      order by result_id, answer.id`,
    values: [ids, results.map(({ answersFrom }) => answersFrom), shardKeysOf(ids)],
  });
  const byResult = new Map<string, Answer[]>();
  for (const row of rows) {
    const answer = toAnswer(row);
    const known = byResult.get(answer.resultId);
    if (known) known.push(answer);
    else byResult.set(answer.resultId, [answer]);
  }
  return byResult;
}

/** An answer as it is read: `attachedFileUrls` is JSON text, the time is milliseconds since 1970. */
interface AnswerRow extends Omit<Answer, 'attachedFileUrls' | 'createdAt'> {
  readonly attachedFileUrls: string | null;
  readonly createdAt: number;
}

function toAnswer({ attachedFileUrls, createdAt, ...row }: AnswerRow): Answer {
  return {
    ...row,
    attachedFileUrls: attachedFileUrls === null ? null : storedUrls(attachedFileUrls),
    createdAt: new Date(createdAt),
  };
}

function storedUrls(text: string): string[] {
  // Written by hot/turnWriter.ts and importResults.ts alone.
  return JSON.parse(text) as string[];
}
