import type { Counts } from './overlay.js';

/** Counts after a change: all of them, or those with other numbers. */
export function withCounts(
  before: Counts | undefined,
  change: Counts & { readonly isWhole: boolean },
): Counts {
  if (change.isWhole || !before) return change;
  return {
    blocks: joined(before.blocks, change.blocks, ({ blockId }) => blockId),
    edges: joined(before.edges, change.edges, ({ edgeId }) => edgeId),
  };
}

function joined<T>(before: readonly T[], changed: readonly T[], idOf: (one: T) => string): T[] {
  return [...new Map([...before, ...changed].map((one) => [idOf(one), one])).values()];
}
