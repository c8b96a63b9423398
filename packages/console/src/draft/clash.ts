import type { Flow, FlowEdit, JsonObject } from '@parley/client';
import type { OthersChange, Theirs } from './draftSource.js';
import type { Taken } from './history.js';
import type { Step } from './past.js';
import { appliedTo } from './pending.js';

/** A step that cannot be taken back without changing what others did since. Nothing of it is done before the person decides. */
export interface Clash extends Taken {
  readonly theirs: readonly Theirs[];
  /** The edits of the step that leave what they did alone. */
  readonly rest: readonly FlowEdit[];
  /** Whether the whole step can be taken back, over what they did. */
  readonly canOverwrite: boolean;
}

/** What can be done with a step after what others did. */
export function clashOf(flow: Flow, { step, way, theirs }: Taken & Pick<Clash, 'theirs'>): Clash {
  const taken = new Set(theirs.flatMap(({ change }) => (change ? [keyOf(change)] : [])));
  const free = step.inverse.flatMap(divided).filter((edit) => {
    return !partsOf(edit).some((part) => taken.has(part));
  });
  const canOverwrite = appliedTo(flow, step.inverse) !== undefined;
  return { way, step, theirs, rest: fitting(flow, free), canOverwrite };
}

/** Who changed the parts that a step cannot change back any more, as far as their last changes tell. */
export function whoChanged(flow: Flow, step: Step, changes: readonly OthersChange[]): Theirs[] {
  const edits = step.inverse.flatMap(divided);
  const fits = new Set(fitting(flow, edits));
  const lost = new Set(edits.filter((edit) => !fits.has(edit)).flatMap(partsOf));
  const found = changes.find(
    ({ revision, edits: theirs }) =>
      revision > step.revision &&
      (theirs ?? []).some((edit) => partsOf(edit).some((part) => lost.has(part))),
  );
  return [{ author: found?.author ?? null }];
}

/** The edits that fit a flow, each after those before it. */
function fitting(flow: Flow, edits: readonly FlowEdit[]): readonly FlowEdit[] {
  let now = flow;
  return edits.filter((edit) => {
    const applied = appliedTo(now, [edit]);
    now = applied?.flow ?? now;
    return applied !== undefined;
  });
}

/** An edit of several groups as an edit of each. */
function divided(edit: FlowEdit): readonly FlowEdit[] {
  if (!('moveGroups' in edit)) return [edit];
  return edit.moveGroups.groups.map((group) => ({ moveGroups: { groups: [group] } }));
}

/** The part that a change is of: its id, or the name of a part that a flow has once. */
function keyOf({ kind, partId }: NonNullable<Theirs['change']>): string {
  return partId ?? kind.replace(/_.*/, '');
}

/** The members that name the part that an edit is of, the first that it has. */
const NAMES = ['blockId', 'edgeId', 'variableId', 'eventId', 'noteId', 'groupId', 'id'] as const;

/** The parts that an edit is of, as `keyOf` names them. */
function partsOf(edit: FlowEdit): readonly string[] {
  if ('moveGroups' in edit) return edit.moveGroups.groups.map(({ groupId }) => groupId);
  const [[kind, input] = ['', {}]] = Object.entries(edit) as [string, JsonObject][];
  const documents = Object.values(input).filter(isPart);
  if (documents.length > 0) return documents.flatMap(idsIn);
  const name = NAMES.find((one) => typeof input[one] === 'string');
  if (name !== undefined) return [String(input[name])];
  return [String(input['part'] ?? kind.replace('set', '')).toUpperCase()];
}

function isPart(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && 'id' in value;
}

/** The id of a part, and those of the blocks in it. */
function idsIn({ id, blocks }: JsonObject): readonly string[] {
  const inner: readonly unknown[] = Array.isArray(blocks) ? blocks : [];
  return [String(id), ...inner.filter(isPart).map((block) => String(block['id']))];
}
