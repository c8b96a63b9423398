import type { Flow, PassedPart } from '../engine/index.js';

/** How many parts of a kind there are, and which of them no chat came through. */
export interface PartsCovered {
  readonly covered: number;
  readonly total: number;
  /** By id. */
  readonly missingIds: readonly string[];
}

/** The parts of a flow that chats came through. */
export interface Coverage {
  readonly groups: PartsCovered;
  readonly blocks: PartsCovered;
  readonly edges: PartsCovered;
}

/** Parts that chats came through, each once. */
export type PassedParts = Map<string, PassedPart>;

/** Adds what a chat came through. */
export function notePassed(parts: PassedParts, passed: Iterable<PassedPart>): void {
  for (const part of passed) parts.set(`${part.flowId} ${part.kind} ${part.id}`, part);
}

/** The most missing parts of a kind that a reply names. */
const MAX_MISSING = 1_000;

/** Parts of a kind as a reply shows them. */
export function shownInReply({ missingIds, ...counts }: PartsCovered): PartsCovered {
  return { ...counts, missingIds: missingIds.slice(0, MAX_MISSING) };
}

/** What chats of a flow came through, of everything that they passed. */
export function coverageOf(flow: Flow, passed: Iterable<PassedPart>): Coverage {
  const [blocks, edges] = [new Set<string>(), new Set<string>()];
  for (const { flowId, kind, id } of passed) {
    if (flowId === flow.id) (kind === 'edge' ? edges : blocks).add(id);
  }
  const { definition } = flow;
  const isCovered = new Set(
    definition.groups.filter((group) => group.blocks.some(({ id }) => blocks.has(id))),
  );
  const groups = new Set([...isCovered].map(({ id }) => id));
  return {
    groups: covered(definition.groups, groups),
    blocks: covered(
      definition.groups.flatMap((group) => group.blocks),
      blocks,
    ),
    edges: covered(definition.edges, edges),
  };
}

/** The parts of a kind that chats came through, by id. */
export function covered(
  parts: readonly { readonly id: string }[],
  passed: ReadonlySet<string>,
): PartsCovered {
  const ids = new Set(parts.map(({ id }) => id));
  const missingIds = [...ids].filter((id) => !passed.has(id));
  return { covered: ids.size - missingIds.length, total: ids.size, missingIds };
}
