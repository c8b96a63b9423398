import type { Pool } from 'pg';

/** What a start needs to know of a published bot; flags are those of the bot itself and take effect at once. */
export interface PublishedRow {
  readonly botId: string;
  readonly flowId: string;
  /** When its live version was published, in milliseconds since 1970. */
  readonly publishedAt: number;
  readonly isClosed: boolean;
  readonly isSuspended: boolean;
}

/** The published bot with this public id: not archived, published at least once; or nothing. */
export async function findPublished(
  pool: Pool,
  publicId: string,
): Promise<PublishedRow | undefined> {
  // By hand: every start runs it, over the connections of chats; entities would read the bot's whole draft as well.
  const { rows } = await pool.query<PublishedRow>({
    name: 'published_by_public_id',
    text: `select bot.id as "botId", version.flow_id as "flowId", bot.is_closed as "isClosed",
        (extract(epoch from version.created_at) * 1000)::float8 as "publishedAt",
        workspace.is_suspended as "isSuspended"
      from bot
      join bot_version version on version.id = bot.live_version_id
      join workspace on workspace.id = bot.workspace_id
      where bot.public_id = $1 and not bot.is_archived`,
    values: [publicId],
  });
  return rows[0];
}
