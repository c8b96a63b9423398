import { raw, type QBFilterQuery } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { commonFailure } from '../errors/commonFailure.js';
import { Bot, BotVersion } from '../schema/bot.js';
import { Collaborator } from '../schema/collaborator.js';
import { likePattern } from './likePattern.js';
import { unionOf } from './unionOf.js';
import type { Unit } from './orm.js';
import {
  BY_NAME,
  keysetOf,
  pagesBy,
  readingOf,
  type Page,
  type Place,
  type Slice,
  type SortColumn,
} from './page.js';

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

/** The columns by which bots can be sorted; `CREATED_AT` is the id, because ids sort by age. */
export type BotColumn = 'CREATED_AT' | 'UPDATED_AT' | 'NAME';

const COLUMNS: Readonly<Record<BotColumn, SortColumn | undefined>> = {
  CREATED_AT: undefined,
  UPDATED_AT: { sql: 'updated_at', value: '?::timestamptz' },
  NAME: BY_NAME,
};

/** Larger counts are null. */
const MOST_COUNTED = 10_000;

/** A page of the bots of each of these workspaces, sorted downward by a column, without their drafts. */
export async function listBots(
  unit: Unit,
  queries: readonly BotQuery[],
  { by, slice }: { readonly by: BotColumn; readonly slice: Slice<Place> },
): Promise<Map<string, Page<Bot>>> {
  const { between, values, columns, direction } = keysetOf(COLUMNS[by], slice);
  const orderBy = () => columns.map((sql) => ({ [raw(sql)]: direction }));
  const wheres = await conditionsOf(unit, queries);
  const lists = wheres.map((where) =>
    unit
      .createQueryBuilder(Bot)
      .select('id')
      .where(where)
      .andWhere(between, [...values])
      .orderBy(orderBy())
      .limit(slice.limit + 1),
  );
  const id = { $in: unionOf(lists) };
  return pagesBy('workspaceId', await unit.find(Bot, { id }, { orderBy: orderBy() }), slice);
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
async function conditionsOf(unit: Unit, queries: readonly BotQuery[]) {
  const [guest] = queries.flatMap(({ sharedWith }) => sharedWith ?? []);
  const shares = guest === undefined ? [] : await sharesOf(unit, guest);
  return queries.map(({ search, sharedWith, ...filter }) => {
    const among = sharedWith !== undefined && { $in: shares };
    return {
      ...filter,
      ...(among && { id: among }),
      ...(search && { name: { $ilike: likePattern(search) } }),
    };
  });
}

async function sharesOf(unit: Unit, userId: string): Promise<string[]> {
  const shares = await unit.find(Collaborator, { userId }, { fields: ['botId'] });
  return shares.map(({ botId }) => botId);
}

/** A part of the versions of a bot. */
export interface VersionQuery {
  /** A part of the label, in any case. */
  readonly search?: string | undefined;
  readonly slice: Slice<number>;
}

/** A page of the versions of each of these bots, newest first. */
export async function listVersions(
  unit: Unit,
  botIds: readonly string[],
  { search, slice }: VersionQuery,
): Promise<Map<string, Page<BotVersion>>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const wheres = botIds.map((botId) => ({
    botId,
    ...(range && { number: range }),
    ...(search && { label: { $ilike: likePattern(search) } }),
  }));
  const found = await findVersionsOfEach(unit, wheres, { orderBy: { number: order }, limit });
  return pagesBy('botId', found, slice);
}

/** A version of this bot by its id. Fails with `VERSION_NOT_FOUND`. */
export async function findVersion(
  unit: Unit,
  botId: string,
  versionId: string,
): Promise<BotVersion> {
  const version = await unit.findOne(BotVersion, { id: versionId, botId });
  if (!version) throw commonFailure('VERSION_NOT_FOUND');
  return version;
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
  wheres: readonly QBFilterQuery<BotVersion>[],
  { orderBy, limit }: { orderBy: { number: 'asc' | 'desc' }; limit: number },
): Promise<BotVersion[]> {
  const [only] = wheres;
  if (only && wheres.length === 1) return unit.find(BotVersion, only, { orderBy, limit });
  const lists = wheres.map((where) =>
    unit.createQueryBuilder(BotVersion).select('id').where(where).orderBy(orderBy).limit(limit),
  );
  return unit.find(BotVersion, { id: { $in: unionOf(lists) } }, { orderBy });
}

/** A text for each bot of a workspace outside of the archive that differs once the bot was changed or moved, by bot id. */
export async function readBotVersions(
  pool: Pick<Pool, 'query'>,
  workspaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; version: string }>({
    name: 'bot_versions',
    text: `select id, concat(revision, ' ', folder_id) as version from bot where workspace_id = $1 and not is_archived`,
    values: [workspaceId],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
}
