import type { Flow } from '../engine/index.js';

/** How many parts of a kind there are, and which of them no chat came through. */
export interface PartsCovered {
  readonly covered: number;
  readonly total: number;
  /** By id, the first thousand. */
  readonly missingIds: readonly string[];
}

/** The parts of a flow that chats came through. */
export interface Coverage {
  readonly groups: PartsCovered;
  readonly blocks: PartsCovered;
  readonly edges: PartsCovered;
}

/** The ids of the parts that chats came through. */
export type PartsSeen = Readonly<Record<keyof Coverage, ReadonlySet<string>>>;

/** How many parts of a flow chats came through, of each kind. */
export function coverageOf({ definition }: Flow, seen: PartsSeen): Coverage {
  const { groups, edges } = definition;
  const blocks = groups.flatMap((group) => group.blocks);
  const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id);
  return {
    groups: covered(idsOf(groups), seen.groups),
    blocks: covered(idsOf(blocks), seen.blocks),
    edges: covered(idsOf(edges), seen.edges),
  };
}

function covered(ids: readonly string[], seen: ReadonlySet<string>): PartsCovered {
  const all = new Set(ids);
  const missing = [...all].filter((id) => !seen.has(id));
  return partsCovered(all.size, missing);
}

/** The most missing parts of a kind that are named. */
const MAX_MISSING = 1_000;

/** Of so many parts those that no chat came through, by id. */
export function partsCovered(total: number, missing: readonly string[]): PartsCovered {
  return {
    covered: total - missing.length,
    total,
    missingIds: missing.slice(0, MAX_MISSING),
  };
}
