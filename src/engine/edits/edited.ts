import type { FlowDefinition } from '../flow/flow.js';
import type { FlowEdit } from './flowEdit.js';

/** A flow after edits, and the edits that give back the flow before: the same JSON, member for member. */
export interface Edited {
  readonly flow: FlowDefinition;
  readonly inverse: readonly FlowEdit[];
  /** What `renameVariable` changed; absent means nothing. */
  readonly renamed?: Renamed | undefined;
}

/** How many texts name a variable by its new name, and by how many characters they grew. */
export interface Renamed {
  readonly texts: number;
  readonly growth: number;
}

/** The characters by which renaming may lengthen the texts of a flow: no stored flow has more. */
export const MOST_GROWTH = 12_000_000;

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
  const { flow, inverse, renamed } = next(first.flow);
  const back = [...inverse, ...first.inverse];
  return { flow, inverse: back, renamed: both(first.renamed, renamed) };
}

function both(first: Renamed | undefined, second: Renamed | undefined): Renamed | undefined {
  if (!first || !second) return first ?? second;
  return { texts: first.texts + second.texts, growth: first.growth + second.growth };
}
