import { brief, editConflicts, type FlowDefinition, type FlowEdit } from '../../engine/index.js';
import { Failure } from '../../errors/errors.js';
import { unhurried } from '../../eventLoop/steps.js';
import type { Bot } from '../../schema/bot.js';
import type { BotChange } from '../../schema/botChange.js';
import type { EditConflict } from '../../schema/editConflict.js';
import { readChanges } from '../../storage/botChanges.js';
import type { Unit } from '../../storage/orm.js';
import { mostEdits, searchesOf } from './editedDraft.js';
import type { EditFlowPayload } from './editFlow.js';

/** Conflicts in a payload, at most. */
const MAX_CONFLICTS = 100;

/** The bot, the last revision that the editor knows, and the editor's user id. */
interface Since {
  readonly bot: Pick<Bot, 'id' | 'revision'>;
  readonly ifRevision: number | null | undefined;
  readonly callerId: string | undefined;
}

/**
 * The conflicts of the caller's edits: parts that they change although somebody else has changed them since `ifRevision`. `theirs` is the
 * draft before these edits, `mine` the one after them. Without a revision there are none. Fails with `BOT_CHANGED` where conflicts cannot
 * be found, because a write since then was no list of edits or its edits are no longer kept.
 */
export async function conflictsSince(
  unit: Unit,
  { bot, ifRevision, callerId }: Since,
  [theirs, mine]: readonly [theirs: FlowDefinition, mine: FlowDefinition],
): Promise<EditConflict[]> {
  if (typeof ifRevision !== 'number' || ifRevision === bot.revision) return [];
  const writes = await writesSince(unit, bot, ifRevision);
  const undone = writes?.reduce((sum, { inverse }) => sum + searchesOf(inverse), 0) ?? Infinity;
  if (!writes || undone > mostEdits(theirs)) throw unknownSince(ifRevision, bot);
  const earlier = writes.map(({ inverse, change }) => ({
    inverse,
    isOwn: change.actorId === callerId,
    change,
  }));
  const conflicts = await unhurried(editConflicts([theirs, mine], earlier.reverse()));
  return conflicts.slice(0, MAX_CONFLICTS).map(({ by, ...rest }) => ({ ...rest, by: by.change }));
}

/** The failure for edits that would overwrite what others changed, with the conflicts in its payload. */
class EditsConflict extends Failure {
  constructor(
    message: string,
    private readonly conflicts: readonly EditConflict[],
  ) {
    super('BOT_CHANGED', message);
  }

  override get payload(): Pick<EditFlowPayload, 'conflicts'> {
    return { conflicts: this.conflicts };
  }
}

/** Fails with `BOT_CHANGED`, naming the conflicts, if there are any. */
export function assertNoConflict(conflicts: readonly EditConflict[]): void {
  if (conflicts.length === 0) return;
  const named = conflicts.slice(0, MAX_NAMED).map(({ change: { kind, id }, by: { revision } }) => {
    const part = id === undefined ? '' : ` of ${brief(id)}`;
    return `${kind}${part} at revision ${revision}`;
  });
  const more = conflicts.length > MAX_NAMED ? ` and ${conflicts.length - MAX_NAMED} more` : '';
  const message = `Somebody else changed the same: ${named.join(', ')}${more}`;
  throw new EditsConflict(message, conflicts);
}

/** Conflicts that a message names, at most. */
const MAX_NAMED = 5;

interface KnownWrite {
  readonly change: BotChange;
  readonly inverse: readonly FlowEdit[];
}

/** The writes after a revision, oldest first; undefined if the edits of one of them are not known. */
async function writesSince(
  unit: Unit,
  { id: botId, revision }: Since['bot'],
  ifRevision: number,
): Promise<KnownWrite[] | undefined> {
  const writes: KnownWrite[] = [];
  let known = ifRevision;
  while (known < revision) {
    const page = await readChanges(unit, botId, known);
    for (const change of page) {
      const { inverse } = change;
      if (change.revision !== known + 1 || !inverse) return undefined;
      writes.push({ change, inverse });
      known = change.revision;
    }
    if (page.length === 0) return undefined;
  }
  return known === revision ? writes : undefined;
}

function unknownSince(ifRevision: number, { revision }: Since['bot']): Failure {
  const message = `What was changed between revision ${ifRevision} and ${revision} is not known part by part; load the bot again`;
  return new Failure('BOT_CHANGED', message);
}
