import type { Pool } from 'pg';
import type { BotShards } from '../shardKeys.js';
import { gather } from './gather.js';

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
  readonly isSuspended: boolean;
}

/** Finds the published bot with a public id: not archived, published at least once; undefined when there is none. */
export type FindPublished = (publicId: string) => Promise<PublishedRow | undefined>;

/** Opens the lookup of published bots. Lookups that arrive during a round trip share the next one. */
export function openPublished(pool: Pick<Pool, 'query'>): FindPublished {
  return gather((publicIds: readonly string[]) => {
    const found = readPublished(pool, [...new Set(publicIds)]);
    return publicIds.map(async (publicId) => (await found).get(publicId));
  });
}

async function readPublished(
  pool: Pick<Pool, 'query'>,
  publicIds: readonly string[],
): Promise<Map<string, PublishedRow>> {
  // Plain SQL: every start runs it over the connections of chats, and an entity would also read the bot's whole draft.
  const { rows } = await pool.query<PublishedRow & { publicId: string }>({
    name: 'published_by_public_id',
    text: `select bot.public_id as "publicId", bot.id as "botId", version.flow_id as "flowId", bot.is_closed as "isClosed",
        bot.trace_share as "traceShare", bot.replay_share as "replayShare",
        (extract(epoch from version.created_at) * 1000)::float8 as "publishedAt",
        workspace.is_suspended as "isSuspended", workspace.id as "workspaceId", workspace.spread,
        bot.earlier_keys as "earlierKeys"
      from bot
      join bot_version version on version.id = bot.live_version_id
      join workspace on workspace.id = bot.workspace_id
      where bot.public_id = any($1) and not bot.is_archived`,
    values: [publicIds],
  });
  return new Map(rows.map(({ publicId, ...row }) => [publicId, row]));
}
