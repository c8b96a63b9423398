import { Bot, BotVersion } from '../schema/bot.js';
import { Collaborator } from '../schema/collaborator.js';
import { unionOf } from './unionOf.js';
import type { Unit } from './orm.js';
import { pagesBy, readingOf, type Page, type Slice } from './page.js';

/** A filter of the bots of a workspace. */
export interface BotQuery {
  readonly workspaceId: string;
  /** Null: bots outside every folder; absent: all bots. */
  readonly folderId?: string | null;
  /** A part of the name, in any case. */
  readonly search?: string | undefined;
  readonly isArchived: boolean;
  /** Only bots that are shared with this person. */
  readonly sharedWith?: string;
}

/** Larger counts are null. */
const MOST_COUNTED = 10_000;

/** A page of the bots of each of these workspaces, newest first (ids sort by age), without their drafts. */
export async function listBots(
  unit: Unit,
  queries: readonly BotQuery[],
  slice: Slice<string>,
): Promise<Map<string, Page<Bot>>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const orderBy = { id: order };
  const wheres = await conditionsOf(unit, queries, range);
  const [only] = wheres;
  if (only && wheres.length === 1) {
    return pagesBy('workspaceId', await unit.find(Bot, only, { orderBy, limit }), slice);
  }
  const lists = wheres.map((where) =>
    unit.createQueryBuilder(Bot).select('id').where(where).orderBy(orderBy).limit(limit),
  );
  const id = { $in: unionOf(lists) };
  return pagesBy('workspaceId', await unit.find(Bot, { id }, { orderBy }), slice);
}

/** The number of bots that each of these queries selects, by workspace id; null above `MOST_COUNTED`. */
export async function countBots(
  unit: Unit,
  queries: readonly BotQuery[],
): Promise<Map<string, number | null>> {
  const wheres = await conditionsOf(unit, queries);
  const lists = wheres.map((where) =>
    unit
      .createQueryBuilder(Bot)
      .select('workspaceId')
      .where(where)
      .limit(MOST_COUNTED + 1),
  );
  const { sql, params } = unionOf(lists).toQuery();
  const rows = await unit.execute<{ id: string; count: number }[]>(
    `select workspace_id as id, count(*)::int as count from (${sql}) as listed group by 1`,
    params,
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return new Map(
    queries.map(({ workspaceId }) => {
      const count = counts.get(workspaceId) ?? 0;
      return [workspaceId, count > MOST_COUNTED ? null : count];
    }),
  );
}

/** All queries with `sharedWith` name the same person: the caller. */
async function conditionsOf(
  unit: Unit,
  queries: readonly BotQuery[],
  range?: { $gt?: string; $lt?: string },
) {
  const [guest] = queries.flatMap(({ sharedWith }) => sharedWith ?? []);
  const shares = guest === undefined ? [] : await sharesOf(unit, guest);
  return queries.map(({ search, sharedWith, ...filter }) => {
    const among = sharedWith !== undefined && { $in: shares };
    return {
      ...filter,
      ...((range ?? among) && { id: { ...range, ...among } }),
      ...(search && { name: { $ilike: `%${search.replace(/[\\%_]/g, '\\$&')}%` } }),
    };
  });
}

async function sharesOf(unit: Unit, userId: string): Promise<string[]> {
  const shares = await unit.find(Collaborator, { userId }, { fields: ['botId'] });
  return shares.map(({ botId }) => botId);
}

/** A page of the versions of each of these bots, newest first. */
export async function listVersions(
  unit: Unit,
  botIds: readonly string[],
  slice: Slice<number>,
): Promise<Map<string, Page<BotVersion>>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const wheres = botIds.map((botId) => ({ botId, ...(range && { number: range }) }));
  const found = await findVersionsOfEach(unit, wheres, { orderBy: { number: order }, limit });
  return pagesBy('botId', found, slice);
}

/** A version of this bot by its id; null when the bot has no such version. */
export async function findVersion(
  unit: Unit,
  botId: string,
  versionId: string,
): Promise<BotVersion | null> {
  return unit.findOne(BotVersion, { id: versionId, botId });
}

/** The version published right before each of these, by the id of the latter. */
export async function findVersionsBefore(
  unit: Unit,
  versions: readonly BotVersion[],
): Promise<Map<string, BotVersion>> {
  const wheres = versions.map(({ botId, number }) => ({ botId, number: { $lt: number } }));
  const orderBy = { number: 'desc' } as const;
  const found = await findVersionsOfEach(unit, wheres, { orderBy, limit: 1 });
  return new Map(
    versions.flatMap(({ id, botId, number }) => {
      const before = found.find((one) => one.botId === botId && one.number < number);
      return before ? [[id, before] as const] : [];
    }),
  );
}

async function findVersionsOfEach(
  unit: Unit,
  wheres: readonly { botId: string; number?: { $gt?: number; $lt?: number } }[],
  { orderBy, limit }: { orderBy: { number: 'asc' | 'desc' }; limit: number },
): Promise<BotVersion[]> {
  const [only] = wheres;
  if (only && wheres.length === 1) return unit.find(BotVersion, only, { orderBy, limit });
  const lists = wheres.map((where) =>
    unit.createQueryBuilder(BotVersion).select('id').where(where).orderBy(orderBy).limit(limit),
  );
  return unit.find(BotVersion, { id: { $in: unionOf(lists) } }, { orderBy });
}
