import { Answer } from '../schema/answer.js';
import { Result } from '../schema/result.js';
import type { Bot } from '../schema/bot.js';
import type { Unit } from './orm.js';

/** Which results of a bot are asked for. */
export interface ResultQuery {
  readonly limit: number;
  /** Where the page before ended. */
  readonly after?: ResultPosition | undefined;
  /** Created at or after. */
  readonly from?: Date | undefined;
  /** Created before. */
  readonly until?: Date | undefined;
  readonly hasStarted?: boolean | undefined;
}

/** A place in the order of results: newest first, the id decides between equals. */
export interface ResultPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** A page of a bot's results, newest first, and whether more follow. */
export async function listResults(
  unit: Unit,
  bot: Bot,
  query: ResultQuery,
): Promise<{ results: Result[]; hasMore: boolean }> {
  const { limit, after, from, until, hasStarted } = query;
  const found = await unit.find(
    Result,
    {
      botId: bot.id,
      isArchived: false,
      ...(hasStarted === undefined ? {} : { hasStarted }),
      $and: [
        ...(from ? [{ createdAt: { $gte: from } }] : []),
        ...(until ? [{ createdAt: { $lt: until } }] : []),
        ...(after ? [olderThan(after)] : []),
      ],
    },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: limit + 1 },
  );
  return { results: found.slice(0, limit), hasMore: found.length > limit };
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

function olderThan(position: ResultPosition): object {
  const { createdAt, id } = position;
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] };
}
