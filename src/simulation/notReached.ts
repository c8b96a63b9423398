import { exitsOf, type Flow, type LocatedBlock } from '../engine/index.js';
import type { FlowComparisons, PlacedComparison } from './flowComparisons.js';
import type { Reached } from './reached.js';

/** A group that no chat came to, and the nearest edge towards it that no chat took. */
export interface NotReached {
  readonly groupId: string;
  readonly edgeId?: string;
  readonly blockId?: string;
  readonly itemId?: string;
  /** A comparison that never came out as that edge needs it. */
  readonly comparison?: PlacedComparison;
}

type Edge = Flow['definition']['edges'][number];

/** More groups than anybody reads; the search for the nearest edge takes time for each. */
const MAX_GROUPS = 200;

/** The groups that no chat came to, with what is missing for each: the last part that chats reached on the shortest way to it. */
export function notReached(flow: Flow, { all }: FlowComparisons, reached: Reached): NotReached[] {
  const leading = new Map<string, Edge[]>();
  for (const edge of flow.definition.edges) {
    const edges = leading.get(edge.to.groupId);
    if (edges) edges.push(edge);
    else leading.set(edge.to.groupId, [edge]);
  }
  const missing = flow.definition.groups.filter(({ id }) => !reached.groups.has(id));
  return missing.slice(0, MAX_GROUPS).map(({ id: groupId }) => {
    const edge = nearest(groupId);
    if (!edge) return { groupId };
    const { blockId } = fromOf(edge);
    const itemId = exitsOf(flow.block(String(blockId))?.block ?? NO_BLOCK).find(
      ({ outgoingEdgeId }) => outgoingEdgeId === edge.id,
    )?.itemId;
    const comparison = all.find(
      (one) => one.blockId === blockId && one.itemId === itemId && !reached.hasSide(one, true),
    );
    return {
      groupId,
      edgeId: edge.id,
      ...(blockId !== undefined && { blockId }),
      ...(typeof itemId === 'string' && { itemId }),
      ...(comparison && { comparison }),
    };
  });

  /** Goes back from a group, edge by edge, to one that leaves a block which was reached. */
  function nearest(groupId: string): Edge | undefined {
    const seen = new Set([groupId]);
    for (const id of seen) {
      for (const edge of leading.get(id) ?? []) {
        const { blockId } = fromOf(edge);
        if (blockId === undefined) continue;
        if (reached.blocks.has(blockId)) return edge;
        const group = flow.block(blockId)?.group;
        if (group) seen.add(group.id);
      }
    }
    return undefined;
  }
}

const NO_BLOCK: LocatedBlock['block'] = { id: '', type: '' };

function fromOf({ from }: Edge): { readonly blockId?: string } {
  return 'blockId' in from && typeof from.blockId === 'string' ? { blockId: from.blockId } : {};
}
