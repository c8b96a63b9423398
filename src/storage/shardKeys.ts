import { createHash, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Bot } from '../schema/bot.js';
import { Workspace } from '../schema/workspace.js';
import { SHARD_KEY_DIGITS } from './newId.js';
import type { Unit } from './orm.js';

/** The lengths of ids without a shard key at their end, by prefix: servers before shard keys created such ids. */
const LENGTH_WITHOUT: ReadonlyMap<string, number> = new Map([
  ['ses_', 38],
  ['res_', 28],
  ['fil_', 38],
  ['whd_', 36],
]);

/**
 * The shard key of a chat, from the id of the chat, its result, a file or a delivery to a webhook. It says where the rows of the chat are
 * in a store that is spread over several machines (docs/adr/0062-shard-keys.md). Empty for an id without a key.
 */
export function shardKeyOf(id: string): string {
  const length = LENGTH_WITHOUT.get(id.slice(0, 4));
  return id.length - SHARD_KEY_DIGITS === length ? id.slice(-SHARD_KEY_DIGITS) : '';
}

/** The shard keys of ids, in their order, for statements that take a list of ids. */
export function shardKeysOf(ids: readonly string[]): string[] {
  return ids.map(shardKeyOf);
}

/** A workspace, and the number of its shard keys. */
export interface Spread {
  readonly workspaceId: string;
  /** The number of shard keys that its chats have. */
  readonly spread: number;
}

/** The facts from which the shard keys of a bot's results follow. */
export interface BotShards extends Spread {
  /** Keys besides those of its workspace: those of workspaces that it was moved from, and the empty one of older servers. */
  readonly earlierKeys: readonly string[];
}

const NO_KEY: readonly string[] = [''];

const BASE = 36;
const ALL_KEYS = BASE ** SHARD_KEY_DIGITS;

/**
 * A shard key for a new chat of a workspace: the end of the workspace's id, or one of the keys that follow it. The same `by`, such as an
 * idempotency key, gives the same key as long as the workspace has as many keys.
 */
export function newShardKey({ workspaceId, spread }: Spread, by?: string): string {
  if (spread === 1) return keyAt(workspaceId, 0);
  return keyAt(workspaceId, by === undefined ? randomInt(spread) : numberOf(by) % spread);
}

/** A shard key for a chat without a workspace. */
export function anyShardKey(by?: string): string {
  return textOf(by === undefined ? randomInt(ALL_KEYS) : numberOf(by) % ALL_KEYS);
}

/** The shard key of a new chat that continues with the data of a result: that of the result, where the bot may have results there. */
export function followingShardKey(
  bot: BotShards,
  { resultId, by }: { readonly resultId?: string | undefined; readonly by?: string | undefined },
): string {
  const key = resultId === undefined ? undefined : shardKeyOf(resultId);
  const isOfBot = key !== undefined && shardKeysOfBot(bot).includes(key);
  return isOfBot ? key : newShardKey(bot, by);
}

/** The shard keys under which a bot may have results, counts and previews. */
export function shardKeysOfBot({ workspaceId, spread, earlierKeys }: BotShards): string[] {
  const own = Array.from({ length: spread }, (_, place) => keyAt(workspaceId, place));
  return [...new Set([...own, ...earlierKeys])];
}

function keyAt(workspaceId: string, place: number): string {
  const base = Number.parseInt(workspaceId.slice(-SHARD_KEY_DIGITS), BASE);
  return textOf(((Number.isNaN(base) ? 0 : base) + place) % ALL_KEYS);
}

function textOf(number: number): string {
  return number.toString(BASE).padStart(SHARD_KEY_DIGITS, '0');
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

/** The facts from which the shard keys of these bots follow, by bot id. */
async function findShards(
  pool: Pick<Pool, 'query'>,
  botIds: readonly string[],
): Promise<ReadonlyMap<string, BotShards>> {
  const { rows } = await pool.query<BotShards & { readonly id: string }>({
    // Plain SQL: lists run it over the connections that read their rows.
    name: 'shard_keys',
    text: `select bot.id, workspace_id as "workspaceId", spread, earlier_keys as "earlierKeys"
      from bot join workspace on workspace.id = workspace_id where bot.id = any($1)`,
    values: [botIds],
  });
  return new Map(rows.map(({ id, ...bot }) => [id, bot]));
}

/** A shard key for a preview of a bot; any for a bot that is not stored. */
export async function previewShardKey(
  pool: Pick<Pool, 'query'>,
  botId: string,
  by?: string,
): Promise<string> {
  const bot = (await findShards(pool, [botId])).get(botId);
  return bot ? newShardKey(bot, by) : anyShardKey(by);
}

/** The shard keys under which each of these bots may have results, counts and previews; only the empty key for a bot that is not stored. */
export async function findShardKeys(
  pool: Pick<Pool, 'query'>,
  botIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await findShards(pool, botIds);
  return new Map(
    botIds.map((id) => {
      const bot = found.get(id);
      return [id, bot ? shardKeysOfBot(bot) : NO_KEY];
    }),
  );
}

/** The shard keys under which the counts of each of these workspaces, and of the bots in it, may be. */
export async function findShardKeysIn(
  pool: Pick<Pool, 'query'>,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await pool.query<BotShards>({
    name: 'shard_keys_of_workspaces',
    text: `select workspace.id as "workspaceId", spread, coalesce((select array_agg(distinct key) from bot
        cross join lateral unnest(earlier_keys) as key where workspace_id = workspace.id), '{}') as "earlierKeys"
      from workspace where id = any($1)`,
    values: [workspaceIds],
  });
  return new Map(rows.map((row) => [row.workspaceId, shardKeysOfBot(row)]));
}

/** Called before a bot moves to another workspace: its results keep their shard keys. */
export async function keepShardKeys(unit: Unit, bot: Bot): Promise<void> {
  const { spread } = await unit.findOneOrFail(Workspace, { id: bot.workspaceId });
  const { workspaceId, earlierKeys } = bot;
  bot.earlierKeys = shardKeysOfBot({ workspaceId, spread, earlierKeys });
}

/** A query about a bot, with the shard keys under which the bot may have rows. */
export type Keyed<T> = T & { readonly shardKeys: readonly string[] };

/** Adds to each query the shard keys of its bot. */
export async function withShardKeys<T extends { readonly botId: string }>(
  pool: Pick<Pool, 'query'>,
  queries: readonly T[],
): Promise<Keyed<T>[]> {
  const keys = await findShardKeys(
    pool,
    queries.map(({ botId }) => botId),
  );
  return queries.map((query) => ({ ...query, shardKeys: keys.get(query.botId) ?? NO_KEY }));
}

/** The shard keys of one bot. */
export async function findShardKeysOf(
  pool: Pick<Pool, 'query'>,
  botId: string,
): Promise<readonly string[]> {
  return (await findShardKeys(pool, [botId])).get(botId) ?? NO_KEY;
}
