import type { Flow } from '../engine/index.js';
import { comparisonsOf, type FlowComparisons, type PlacedComparison } from './flowComparisons.js';
import type { Played } from './playMove.js';

/** What simulated chats of a flow came through. */
export interface Reached extends PartsSeen {
  /** Whether a comparison was seen to hold, or not to. */
  hasSide(comparison: Side, holds: boolean): boolean;
  /** Adds a turn; says whether something in it is new. */
  add(turn: ReachedTurn): boolean;
}

/** What a turn came through. */
export type ReachedTurn = Pick<Played, 'trace' | 'passed'>;

type Side = Pick<PlacedComparison, 'blockId' | 'itemId' | 'index'>;

/** Nothing of a flow was reached yet. Parts of linked bots do not count. */
export function openReached(flow: Flow): Reached {
  const [groups, blocks, edges] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const sides = new Set<string>();
  const size = () => groups.size + blocks.size + edges.size + sides.size;
  return {
    groups,
    blocks,
    edges,
    hasSide: (side, holds) => sides.has(keyOf(side, holds)),
    add({ trace, passed }) {
      const before = size();
      for (const { kind, id, flowId } of passed)
        if (kind === 'edge' && flowId === flow.id) edges.add(id);
      for (const entry of trace) {
        if (entry.kind !== 'block' || entry.bot) continue;
        const { groupId, blockId } = entry;
        groups.add(groupId);
        if (blockId !== undefined) blocks.add(blockId);
        for (const { itemId, comparisons } of entry.conditions ?? []) {
          comparisons.forEach(({ holds }, index) => {
            if (blockId !== undefined) sides.add(keyOf({ blockId, itemId, index }, holds));
          });
        }
      }
      return size() > before;
    },
  };
}

function keyOf({ blockId, itemId, index }: Side, holds: boolean): string {
  return `${blockId} ${itemId} ${index} ${holds}`;
}

/** The parts of a flow that chats came through, and the comparisons of its conditions. */
export interface ExploredShare extends Coverage {
  /** Both ways in which each comparison can come out. */
  readonly outcomes: PartsCovered;
}

/** The share of a flow that was reached. */
export function shareOf(
  flow: Flow,
  reached: Reached,
  { all }: FlowComparisons = comparisonsOf(flow),
): ExploredShare {
  const sides = all.flatMap((one) => [true, false].map((holds) => ({ one, holds })));
  const unseen = sides.filter(({ one, holds }) => !reached.hasSide(one, holds));
  const items = unseen.map(({ one }) => one.itemId);
  return { ...coverageOf(flow, reached), outcomes: partsCovered(sides.length, items) };
}

/** How many parts of a kind there are, and which of them no chat came through. */
interface PartsCovered {
  readonly covered: number;
  readonly total: number;
  /** By id, the first thousand. */
  readonly missingIds: readonly string[];
}

/** The parts of a flow that chats came through. */
interface Coverage {
  readonly groups: PartsCovered;
  readonly blocks: PartsCovered;
  readonly edges: PartsCovered;
}

/** The ids of the parts that chats came through. */
type PartsSeen = Readonly<Record<keyof Coverage, ReadonlySet<string>>>;

/** How many parts of a flow chats came through, of each kind. */
function coverageOf({ definition }: Flow, seen: PartsSeen): Coverage {
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
function partsCovered(total: number, missing: readonly string[]): PartsCovered {
  return { covered: total - missing.length, total, missingIds: missing.slice(0, MAX_MISSING) };
}
