import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { LoggedStarts } from '../../schema/bot.js';
import { phaseIn, stageIn, type RunningSplit } from '../flowVariants.js';
import type { BotShards } from '../shardKeys.js';
import { gather, isGathered } from './gather.js';

/** A published bot, as the start of a chat needs it. Its flags are those of the bot itself and take effect at once. */
export interface PublishedRow extends BotShards {
  readonly botId: string;
  readonly flowId: string;
  /** When its live version was published, in milliseconds since 1970. */
  readonly publishedAt: number;
  readonly isClosed: boolean;
  /** Which part of its chats is traced: from 0 to 1. */
  readonly traceShare: number;
  /** Of which part of its chats is kept what running their turns again needs: from 0 to 1. */
  readonly replayShare: number;
  /** When the log alone told how its chats began; null where it never did. */
  readonly loggedStarts: readonly LoggedStarts[] | null;
  readonly isSuspended: boolean;
  /** The split of its live traffic; null where there is none. */
  readonly split: RunningSplit | null;
}

/** A row as it is read, with the name of the phase that runs. */
interface ReadRow extends Omit<PublishedRow, 'split'> {
  readonly split: string | null;
}

/**
 * Finds the published bot with a public id, or a stage of a bot by `<public id>@<stage>`: not archived, published at least once unless it is
 * a stage; undefined when there is none.
 */
export type FindPublished = (publicId: string) => Promise<PublishedRow | undefined>;

/** Opens the lookup of published bots. Lookups that arrive during a round trip share the next one. */
export function openPublished(pool: Pick<Pool, 'query'>): FindPublished {
  const find = gather((publicIds: readonly string[]) => {
    const found = readPublished(pool, [...new Set(publicIds)]);
    return publicIds.map(async (publicId) => (await found).get(publicId));
  });
  // A phase never changes.
  const splits = new LRUCache<string, RunningSplit>({ max: 1_000 });
  const splitOf = async (phase: string): Promise<RunningSplit> => {
    const known = splits.get(phase) ?? (await readSplit(pool, phase));
    splits.set(phase, known);
    return known;
  };
  return async (address) => {
    const staged = stageIn(address);
    if (staged) return readStage(pool, staged);
    const row = await find(address);
    return row && { ...row, split: row.split === null ? null : await splitOf(row.split) };
  };
}

/** SQL: the members of a row but for the public id, of `bot`, the `version` that runs, and `workspace`. */
const COLUMNS = `bot.id as "botId", bot.is_closed as "isClosed",
        bot.trace_share as "traceShare", bot.replay_share as "replayShare", bot.logged_starts as "loggedStarts",
        (extract(epoch from version.created_at) * 1000)::float8 as "publishedAt",
        workspace.is_suspended as "isSuspended", workspace.id as "workspaceId", workspace.spread,
        bot.earlier_keys as "earlierKeys"`;

async function readPublished(
  pool: Pick<Pool, 'query'>,
  publicIds: readonly string[],
): Promise<Map<string, ReadRow>> {
  // Plain SQL: every start runs it over the connections of chats, and an entity would also read the bot's whole draft.
  const { rows } = await pool.query<ReadRow & { publicId: string }>({
    name: 'published_by_public_id',
    text: `select bot.public_id as "publicId", version.flow_id as "flowId", bot.split, ${COLUMNS}
      from bot
      join bot_version version on version.id = bot.live_version_id
      join workspace on workspace.id = bot.workspace_id
      where bot.public_id ${isGathered('$1')} and not bot.is_archived`,
    values: [publicIds],
  });
  return new Map(rows.map(({ publicId, ...row }) => [publicId, row]));
}

async function readStage(
  pool: Pick<Pool, 'query'>,
  { publicId, stage }: NonNullable<ReturnType<typeof stageIn>>,
): Promise<PublishedRow | undefined> {
  const { rows } = await pool.query<PublishedRow>({
    name: 'stage_by_public_id',
    text: `select stage.flow_id as "flowId", null as split, ${COLUMNS}
      from bot
      join bot_stage stage on stage.bot_id = bot.id
      join bot_version version on version.id = stage.version_id
      join workspace on workspace.id = bot.workspace_id
      where bot.public_id = $1 and stage.name = $2 and not bot.is_archived`,
    values: [publicId, stage],
  });
  return rows[0];
}

async function readSplit(pool: Pick<Pool, 'query'>, name: string): Promise<RunningSplit> {
  const { id, phase } = phaseIn(name);
  const { rows: arms } = await pool.query<RunningSplit['arms'][number]>({
    name: 'arms_of_split',
    text: `select arm ->> 'versionId' as "versionId", (arm ->> 'weight')::float8 as weight
      from bot_split cross join lateral json_array_elements(phases) as phase
        cross join lateral json_array_elements(phase -> 'arms') as arm
      where id = $1 and (phase ->> 'number')::int = $2`,
    values: [id, phase],
  });
  return { id, phase, arms };
}
