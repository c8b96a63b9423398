import { stageIn } from './flowVariants.js';
import type { Pool } from 'pg';

/** A bot that has a page, and its published flow. */
export interface ChatPageRow {
  readonly botId: string;
  readonly publicId: string;
  readonly name: string;
  readonly flowId: string;
  readonly isClosed: boolean;
}

/** How a page names its bot: by public id, which `@<stage>` may follow, or by its own address (`host` or `host/path`). */
export type ChatPageName = { readonly publicId: string } | { readonly customDomain: string };

/** SQL: whether the workspace of the bot holds the domain, because code of the bot runs there (SECURITY.md). */
const PROVEN = `and exists (select from custom_domain
  where custom_domain.workspace_id = bot.workspace_id and held_since is not null
    and custom_domain.name = split_part(bot.custom_domain, '/', 1))`;

/**
 * The published bot of a page: not archived, in a workspace that is not suspended. An address only counts in a workspace that holds its
 * domain.
 */
export async function findChatPage(
  pool: Pool,
  name: ChatPageName,
): Promise<ChatPageRow | undefined> {
  const staged = 'publicId' in name ? stageIn(name.publicId) : undefined;
  if (staged) return findStagePage(pool, staged);
  const [column, value, isOurs] =
    'publicId' in name
      ? ['public_id', name.publicId, '']
      : ['custom_domain', name.customDomain, PROVEN];
  // Plain SQL, because an entity would also read the whole draft of the bot.
  const { rows } = await pool.query<ChatPageRow>({
    name: `chat_page_by_${column}`,
    text: `select bot.id as "botId", bot.public_id as "publicId", bot.name, version.flow_id as "flowId", bot.is_closed as "isClosed"
      from bot
      join bot_version version on version.id = bot.live_version_id
      join workspace on workspace.id = bot.workspace_id
      where bot.${column} = $1 and bot.public_id is not null and not bot.is_archived
        and not workspace.is_suspended ${isOurs}`,
    values: [value],
  });
  return rows[0];
}

/** The page of a stage. */
async function findStagePage(
  pool: Pool,
  { publicId, stage }: NonNullable<ReturnType<typeof stageIn>>,
): Promise<ChatPageRow | undefined> {
  const { rows } = await pool.query<ChatPageRow>({
    name: 'chat_page_of_stage',
    text: `select bot.id as "botId", bot.public_id || '@' || stage.name as "publicId", bot.name, stage.flow_id as "flowId",
        bot.is_closed as "isClosed"
      from bot
      join bot_stage stage on stage.bot_id = bot.id
      join workspace on workspace.id = bot.workspace_id
      where bot.public_id = $1 and stage.name = $2 and not bot.is_archived and not workspace.is_suspended`,
    values: [publicId, stage],
  });
  return rows[0];
}
