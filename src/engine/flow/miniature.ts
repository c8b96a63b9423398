import { pace } from '../documents/pace.js';
import type { FlowDefinition } from './flow.js';

/** More groups than a small picture shows apart. */
const MOST_GROUPS = 200;

/** More lines than a small picture shows apart. */
const MOST_EDGES = 1_000;

/** What a small picture of a flow shows. */
export interface Miniature {
  /** Where each group is on the canvas: x and y, in its pixels. */
  readonly groups: readonly (readonly [x: number, y: number])[];
  /** The groups that edges join, by their places in `groups`: each pair once. */
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** Where the first 200 groups of a flow are, and the first 1,000 pairs of them that edges join. Runs in steps. */
export function* miniatureOf({ groups, edges }: FlowDefinition): Generator<undefined, Miniature> {
  const isDue = pace();
  const shown = groups.slice(0, MOST_GROUPS);
  const placeOf = new Map(shown.map(({ id }, place) => [id, place]));
  for (const [place, { blocks }] of shown.entries()) {
    for (const { id } of blocks) {
      placeOf.set(id, place);
      if (isDue(id.length)) yield;
    }
  }
  const joined = new Map<number, readonly [number, number]>();
  for (const { from, to } of edges) {
    if (joined.size === MOST_EDGES) break;
    if (isDue(to.groupId.length)) yield;
    const source = 'blockId' in from ? placeOf.get(String(from.blockId)) : undefined;
    const target = placeOf.get(to.groupId);
    if (source === undefined || target === undefined) continue;
    joined.set(source * MOST_GROUPS + target, [source, target]);
  }
  return {
    groups: shown.map(({ graphCoordinates: { x, y } }) => [x, y]),
    edges: [...joined.values()],
  };
}
