import type { FlowDefinition } from '../flow/flow.js';
import type { FlowEdit } from './flowEdit.js';

/** A flow after edits, and the edits that give back the flow before: the same JSON, member for member. */
export interface Edited {
  readonly flow: FlowDefinition;
  readonly inverse: readonly FlowEdit[];
}

/** In characters: messages quote ids, which have any length. */
const LONGEST_MESSAGE = 500;

/** Thrown for an edit that cannot be applied; nothing of it is done. `path` leads to what is wrong with it. */
export class EditRefused extends Error {
  constructor(
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(message.slice(0, LONGEST_MESSAGE));
  }
}

/** Edits a flow that was edited already; the inverse edits are in the opposite order. */
export function andThen(first: Edited, next: (flow: FlowDefinition) => Edited): Edited {
  const { flow, inverse } = next(first.flow);
  return { flow, inverse: [...inverse, ...first.inverse] };
}
