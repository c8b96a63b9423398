import type { FlowDefinition } from '../flow/flow.js';
import type { FlowEdit } from './flowEdit.js';

/** A flow after edits, and the edits that give back the flow before: the same JSON, member for member. */
export interface Edited {
  readonly flow: FlowDefinition;
  readonly inverse: readonly FlowEdit[];
}

/** Thrown for an edit that cannot be applied; nothing of it is done. `path` leads to what is wrong with it. */
export class EditRefused extends Error {
  constructor(
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(message);
  }
}

/** Goes on with a flow that was edited; undone in the opposite order. */
export function andThen(first: Edited, next: (flow: FlowDefinition) => Edited): Edited {
  const { flow, inverse } = next(first.flow);
  return { flow, inverse: [...inverse, ...first.inverse] };
}
