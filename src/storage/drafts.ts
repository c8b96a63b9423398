import { LRUCache } from 'lru-cache';
import { textOfFlow, type FlowDefinition } from '../engine/index.js';
import { definitionsOf, flowIdOf } from './flows.js';
import type { Unit } from './orm.js';

/** Characters of written drafts that a process keeps; in memory they take about ten times that in bytes. */
const KEPT = 4_000_000;

/** Drafts that this process wrote, by bot id. The flow id of their content shows whether anybody wrote since. */
const writtenDrafts = new LRUCache<string, WrittenDraft>({ maxSize: KEPT });

interface WrittenDraft {
  readonly flowId: string;
  readonly draft: FlowDefinition;
}

/** Keeps a draft that was written, so that edits of a large flow neither fetch nor parse it each time. */
export function keepDraft(botId: string, draft: FlowDefinition): void {
  const text = textOfFlow(draft);
  if (text.length > KEPT) return;
  writtenDrafts.set(botId, { flowId: flowIdOf(text), draft }, { size: text.length });
}

/** The drafts of these bots, by bot id. */
export async function findDrafts(
  unit: Unit,
  botIds: readonly string[],
): Promise<Map<string, FlowDefinition>> {
  const kept = botIds.flatMap((id) => writtenDrafts.get(id) ?? []);
  const drafts = new Map(kept.map(({ flowId, draft }) => [flowId, draft]));
  const rows = await unit.execute<DraftRow[]>(
    `select id, draft_flow_id as "flowId",
        case when draft_flow_id in (?) then null else draft::text end as definition
      from bot where id in (?)`,
    [['', ...drafts.keys()], [...botIds]],
  );
  const found = await definitionsOf(
    rows.flatMap(({ id, definition }) => (definition === null ? [] : [{ id, definition }])),
  );
  for (const { id, flowId } of rows) {
    const draft = drafts.get(flowId);
    if (draft) found.set(id, draft);
  }
  return found;
}

interface DraftRow {
  readonly id: string;
  readonly flowId: string;
  /** Null where this process has kept the draft. */
  readonly definition: string | null;
}

/** The ids of those bots whose draft differs from their live version. Compares flow ids; reads no flow. */
export async function findUnpublished(unit: Unit, botIds: readonly string[]): Promise<Set<string>> {
  const rows = await unit.execute<{ id: string }[]>(
    `select bot.id from bot left join bot_version version on version.id = bot.live_version_id
      where bot.id in (?) and version.flow_id is distinct from bot.draft_flow_id`,
    [[...botIds]],
  );
  return new Set(rows.map(({ id }) => id));
}
