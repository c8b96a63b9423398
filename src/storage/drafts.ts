import type { FlowDefinition } from '../engine/index.js';
import { definitionsOf } from './flows.js';
import type { Unit } from './orm.js';

/** The drafts of these bots, by bot id. */
export async function findDrafts(
  unit: Unit,
  botIds: readonly string[],
): Promise<Map<string, FlowDefinition>> {
  const rows = await unit.execute<{ id: string; definition: string }[]>(
    'select id, draft::text as definition from bot where id in (?)',
    [[...botIds]],
  );
  return definitionsOf(rows);
}

/** Which of these bots have a draft that differs from what is live; told by two ids, no graph is read. */
export async function findUnpublished(unit: Unit, botIds: readonly string[]): Promise<Set<string>> {
  const rows = await unit.execute<{ id: string }[]>(
    `select bot.id from bot left join bot_version version on version.id = bot.live_version_id
      where bot.id in (?) and version.flow_id is distinct from bot.draft_flow_id`,
    [[...botIds]],
  );
  return new Set(rows.map(({ id }) => id));
}
