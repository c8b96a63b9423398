import { applyEdits as applyOnServer } from '../../../src/engine/edits/applyEdits.js';
import { EditRefused as RefusedOnServer } from '../../../src/engine/edits/edited.js';
import type { Flow, FlowEdit } from './flow.js';

/** A flow after edits, and the inverse edits, which restore exactly the same JSON. */
export interface Edited<F extends Flow = Flow> {
  readonly flow: F;
  readonly inverse: readonly FlowEdit[];
}

/** Thrown for an edit that cannot be applied. `path` begins with the index of the edit and leads to its fault. */
export interface EditRefused extends Error {
  readonly path: readonly (string | number)[];
}
/** The class of these errors, for `instanceof`. */
export const EditRefused: abstract new (...made: never[]) => EditRefused = RefusedOnServer;

/**
 * Applies edits to a flow, in order, all or none, without changing the flow that was passed. The server runs the same code, so the
 * edits of an `editFlow` reply or of a `botChanged` event give exactly the stored flow. Throws `EditRefused`.
 */
export function applyEdits<F extends Flow>(flow: F, edits: readonly FlowEdit[]): Edited<F> {
  // The server's types declare every member of a flow; its code reads only those of `Flow`, and keeps all.
  const [known, named] = [flow, edits] as unknown as Parameters<typeof applyOnServer>;
  return applyOnServer(known, named) as unknown as Edited<F>;
}
