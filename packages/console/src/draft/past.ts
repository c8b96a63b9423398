import type { FlowEdit } from '@parley/client';

/** A stored change that can be undone or redone. */
export interface Step {
  readonly inverse: readonly FlowEdit[];
  readonly revision: number;
}

/** A change that this person made before the draft was opened. */
export interface OwnChange {
  readonly revision: number;
  readonly inverse: readonly FlowEdit[] | null;
  /** The revision whose change it took back. */
  readonly undoes: number | null;
  readonly clientMutationId: string | null;
}

/** What a person did before a draft was opened. */
export interface Past {
  /** Steps that can be undone and redone, the oldest first. */
  readonly undoable: readonly Step[];
  readonly redoable: readonly Step[];
  /** The marks of changes that are stored. */
  readonly marks: ReadonlySet<string>;
}

/** What the changes of a person, the newest first, leave to undo and redo; those after `revision` are reported to the open draft. */
export function pastOf(changes: readonly OwnChange[], revision: number): Past {
  const undoable: Step[] = [];
  let redoable: Step[] = [];
  const known = changes.filter((change) => change.revision <= revision);
  for (const { inverse, undoes, revision: made } of known.toReversed()) {
    if (!inverse?.length) continue;
    const step = { inverse, revision: made };
    if (undoes === null) {
      undoable.push(step);
      redoable = [];
    } else if (take(redoable, undoes)) undoable.push(step);
    else {
      take(undoable, undoes);
      redoable.push(step);
    }
  }
  return { undoable, redoable, marks: new Set(known.flatMap(markOf)) };
}

/** Removes the step of a revision; false if there is none. */
function take(steps: Step[], revision: number): boolean {
  const at = steps.findIndex((step) => step.revision === revision);
  return at >= 0 && steps.splice(at, 1).length > 0;
}

function markOf({ clientMutationId }: OwnChange): string[] {
  return clientMutationId === null ? [] : [clientMutationId];
}
