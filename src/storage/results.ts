import type { Pool } from 'pg';
import { Answer } from '../schema/answer.js';
import { Result } from '../schema/result.js';
import type { Bot } from '../schema/bot.js';
import type { Unit } from './orm.js';
import { pageFrom, type Page, type Slice } from './page.js';
import { conditionOf, type ResultFilter, type ResultPosition } from './resultFilter.js';

/** More are not counted. */
const MOST_COUNTED = 10_000;

/** A page of a bot's results, newest first. Only the page itself is read, by ids that an index gave. */
export async function listResults(
  { unit, pool }: { unit: Unit; pool: Pool },
  filter: ResultFilter,
  slice: Slice<ResultPosition>,
): Promise<Page<Result>> {
  const { text, values } = conditionOf(filter, slice);
  const order = slice.isBackward ? 'created_at, id' : 'created_at desc, id desc';
  const found = await pool.query<{ id: string }>(
    `select id from result where ${text} order by ${order} limit ${slice.limit + 1}`,
    [...values],
  );
  const page = pageFrom(found.rows, slice);
  const results = await unit.find(Result, { id: { $in: page.rows.map(({ id }) => id) } });
  const byId = new Map(results.map((result) => [result.id, result]));
  return { ...page, rows: page.rows.flatMap(({ id }) => byId.get(id) ?? []) };
}

/** How many results there are, however many. */
export async function countAll(pool: Pool, filter: ResultFilter): Promise<number> {
  const { text, values } = conditionOf(filter);
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from result where ${text}`,
    [...values],
  );
  return rows[0]?.count ?? 0;
}

/** How many results there are; null when they are too many to count. */
export async function countListed(pool: Pool, filter: ResultFilter): Promise<number | null> {
  const { text, values } = conditionOf(filter);
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (
      select from result where ${text} limit ${MOST_COUNTED + 1}) as listed`,
    [...values],
  );
  const count = rows[0]?.count ?? 0;
  return count > MOST_COUNTED ? null : count;
}

/** When each of a bot's newest results was last written, by id. */
export async function readNewest(
  pool: Pool,
  botId: string,
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; at: number }>({
    name: 'results_newest',
    text: `select id, extract(epoch from updated_at)::float8 as at from result
      where bot_id = $1 and not is_archived order by created_at desc, id desc limit $2`,
    values: [botId, limit],
  });
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** These results of a bot, as far as it has them and they are not archived. */
export async function findResults(
  unit: Unit,
  botId: string,
  ids: readonly string[],
): Promise<Result[]> {
  return unit.find(Result, { id: { $in: [...ids] }, botId, isArchived: false });
}

/** One result of a bot, archived or not. */
export async function findResult(unit: Unit, bot: Bot, resultId: string): Promise<Result | null> {
  return unit.findOne(Result, { id: resultId, botId: bot.id });
}

/** The answers of these results, by result, oldest first; one statement for all of them. */
export async function findAnswers(
  unit: Unit,
  results: readonly Result[],
): Promise<Map<string, Answer[]>> {
  const from = new Map(results.map((result) => [result.id, result.answersFrom]));
  const answers = await unit.find(
    Answer,
    { resultId: { $in: [...from.keys()] } },
    { orderBy: { resultId: 'asc', id: 'asc' } },
  );
  const byResult = new Map<string, Answer[]>();
  for (const answer of answers) {
    if (answer.id < (from.get(answer.resultId) ?? '')) continue;
    const known = byResult.get(answer.resultId);
    if (known) known.push(answer);
    else byResult.set(answer.resultId, [answer]);
  }
  return byResult;
}
