import type { Flow, LocatedBlock, TraceEntry } from '../engine/index.js';

/** A visit of a block in a chat's own bot. */
export interface OwnVisit {
  readonly visit: Extract<TraceEntry, { kind: 'block' }>;
  readonly block: LocatedBlock['block'] | undefined;
}

/** The visits of blocks in a turn, without those in linked bots. */
export function ownVisits(flow: Flow, trace: readonly TraceEntry[]): OwnVisit[] {
  return trace.flatMap((entry) => {
    if (entry.kind !== 'block' || entry.bot) return [];
    return [{ visit: entry, block: flow.block(entry.blockId ?? '')?.block }];
  });
}
