import type { Pool } from 'pg';
import { flowOfText, type FlowDefinition } from '../engine/index.js';

/** A link from a bot to another, which must be in the same workspace and not archived. Without `fromBotId`, nothing is found. */
export interface Link {
  readonly fromBotId: string | undefined;
  readonly botId: string;
  /** The stage that the chat is of: the linked bot runs its own stage of this name, if it has one. */
  readonly stage?: string | null;
}

/** The id of the published flow of a linked bot, if any. A closed bot takes no visitors, but may be linked. */
export async function findLinkedFlowId(
  pool: Pool,
  { fromBotId, botId, stage }: Link,
): Promise<string | undefined> {
  if (typeof stage === 'string') {
    const staged = await findLinkedStage(pool, { fromBotId, botId, stage });
    if (staged !== undefined) return staged;
  }
  const { rows } = await pool.query<{ flowId: string }>({
    name: 'linked_published',
    text: `select version.flow_id as "flowId"
      from bot
      join bot origin on origin.workspace_id = bot.workspace_id
      join bot_version version on version.id = bot.live_version_id
      where origin.id = $1 and bot.id = $2 and not bot.is_archived`,
    values: [fromBotId, botId],
  });
  return rows[0]?.flowId;
}

async function findLinkedStage(
  pool: Pool,
  { fromBotId, botId, stage }: Link,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ flowId: string }>({
    name: 'linked_stage',
    text: `select stage.flow_id as "flowId"
      from bot
      join bot origin on origin.workspace_id = bot.workspace_id
      join bot_stage stage on stage.bot_id = bot.id
      where origin.id = $1 and bot.id = $2 and stage.name = $3 and not bot.is_archived`,
    values: [fromBotId, botId, stage],
  });
  return rows[0]?.flowId;
}

/** The draft of a linked bot, if any. */
export async function findLinkedDraft(
  pool: Pool,
  { fromBotId, botId }: Link,
): Promise<FlowDefinition | undefined> {
  const { rows } = await pool.query<{ draft: string }>({
    name: 'linked_draft',
    text: `select bot.draft::text as draft
      from bot join bot origin on origin.workspace_id = bot.workspace_id
      where origin.id = $1 and bot.id = $2 and not bot.is_archived`,
    values: [fromBotId, botId],
  });
  return rows[0] && flowOfText(rows[0].draft);
}
