import { Bot, BotVersion } from '../schema/bot.js';
import { Collaborator } from '../schema/collaborator.js';
import type { Unit } from './orm.js';
import { pageFrom, readingOf, type Page, type Slice } from './page.js';

/** Which bots of a workspace are asked for. */
export interface BotQuery {
  readonly workspaceId: string;
  /** Null: those outside every folder; absent: all. */
  readonly folderId?: string | null;
  /** A part of the name, in any case. */
  readonly search?: string | undefined;
  readonly isArchived: boolean;
  /** Only those that are shared with this person. */
  readonly sharedWith?: string;
}

/** More are not counted. */
const MOST_COUNTED = 10_000;

/** A page of a workspace's bots, newest first (ids sort by age), without their drafts. */
export async function listBots(
  unit: Unit,
  query: BotQuery,
  slice: Slice<string>,
): Promise<Page<Bot>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const where = await conditionOf(unit, query, range);
  return pageFrom(await unit.find(Bot, where, { orderBy: { id: order }, limit }), slice);
}

/** How many bots are asked for; null when they are too many to count. */
export async function countBots(unit: Unit, query: BotQuery): Promise<number | null> {
  const where = await conditionOf(unit, query);
  const listed = unit
    .createQueryBuilder(Bot)
    .select('id')
    .where(where)
    .limit(MOST_COUNTED + 1);
  const { sql, params } = listed.toQuery();
  const [row] = await unit.execute<{ count: number }[]>(
    `select count(*)::int as count from (${sql}) as listed`,
    [...params],
  );
  const count = row?.count ?? 0;
  return count > MOST_COUNTED ? null : count;
}

async function conditionOf(
  unit: Unit,
  { search, sharedWith, ...asked }: BotQuery,
  range?: { $gt?: string; $lt?: string },
) {
  const among = sharedWith === undefined ? undefined : await sharesOf(unit, sharedWith);
  return {
    ...asked,
    ...((range || among) && { id: { ...range, ...(among && { $in: among }) } }),
    ...(search && { name: { $ilike: `%${search.replace(/[\\%_]/g, '\\$&')}%` } }),
  };
}

async function sharesOf(unit: Unit, userId: string): Promise<string[]> {
  const shares = await unit.find(Collaborator, { userId }, { fields: ['botId'] });
  return shares.map(({ botId }) => botId);
}

/** A page of a bot's versions, newest first. */
export async function listVersions(
  unit: Unit,
  botId: string,
  slice: Slice<number>,
): Promise<Page<BotVersion>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const found = await unit.find(
    BotVersion,
    { botId, ...(range && { number: range }) },
    { orderBy: { number: order }, limit },
  );
  return pageFrom(found, slice);
}

/** A version of this bot, by its id; nothing when the bot has none with it. */
export async function findVersion(
  unit: Unit,
  botId: string,
  versionId: string,
): Promise<BotVersion | null> {
  return unit.findOne(BotVersion, { id: versionId, botId });
}

/** The version that was published before this one. */
export async function findVersionBefore(
  unit: Unit,
  { botId, number }: BotVersion,
): Promise<BotVersion | null> {
  return unit.findOne(
    BotVersion,
    { botId, number: { $lt: number } },
    { orderBy: { number: 'desc' } },
  );
}
