import { applyEdits as applyOnServer } from '../../../src/engine/edits/applyEdits.js';
import { EditRefused as RefusedOnServer } from '../../../src/engine/edits/edited.js';
import type { Flow, FlowEdit } from './flow.js';

/** A flow after edits, and the edits that give back the flow before: the same JSON, member for member. */
export interface Edited<F extends Flow = Flow> {
  readonly flow: F;
  readonly inverse: readonly FlowEdit[];
}

/** Thrown for an edit that cannot be applied. `path` begins with the index of the edit, and leads to what is wrong with it. */
export interface EditRefused extends Error {
  readonly path: readonly (string | number)[];
}
/** The class of these errors, for `instanceof`. */
export const EditRefused: abstract new (...made: never[]) => EditRefused = RefusedOnServer;

/**
 * Applies edits to a flow, in order, all or none, without changing the flow that was passed. The code is the server's: the
 * edits of an answer of `editFlow`, or of a `botChanged`, give the flow that the server has stored. Throws `EditRefused`.
 */
export function applyEdits<F extends Flow>(flow: F, edits: readonly FlowEdit[]): Edited<F> {
  // The server's types name every member of a flow; its code reads those of `Flow`, and keeps all.
  const [known, named] = [flow, edits] as unknown as Parameters<typeof applyOnServer>;
  return applyOnServer(known, named) as unknown as Edited<F>;
}
