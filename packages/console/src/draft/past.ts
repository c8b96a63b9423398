import type { FlowEdit } from '@parley/client';
import type { OwnChange } from './draftSource.js';

/** A stored change that can be undone or redone. */
export interface Step {
  readonly inverse: readonly FlowEdit[];
  readonly revision: number;
}

/** Steps that can be undone and redone, the next one last. */
export interface Past {
  readonly undoable: readonly Step[];
  readonly redoable: readonly Step[];
}

/** What changes of a person, the newest first, leave to undo and redo: as docs/guide/edit-a-flow.md says. */
export function pastOf(changes: readonly OwnChange[]): Past {
  const undoable: Step[] = [];
  const redoable: Step[] = [];
  for (const { inverse, undoes, revision } of changes.toReversed()) {
    if (inverse === null) undoable.length = redoable.length = 0;
    else if (inverse.length > 0) {
      const step = { inverse, revision };
      if (undoes === null) {
        undoable.push(step);
        redoable.length = 0;
      } else if (take(redoable, undoes)) undoable.push(step);
      else {
        take(undoable, undoes);
        redoable.push(step);
      }
    }
  }
  return { undoable, redoable };
}

/** Removes the step of a revision; false if there is none. */
export function take(steps: Step[], revision: number): boolean {
  const at = steps.findIndex((step) => step.revision === revision);
  return at >= 0 && steps.splice(at, 1).length > 0;
}
