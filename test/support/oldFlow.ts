import type { JsonRecord } from '../../src/engine/documents/jsonRecord.js';

/** The position of every group of an old flow. */
export const at = { x: 1, y: 2 };

/** The group that an old flow begins with. */
export function startGroup(...others: JsonRecord[]): JsonRecord {
  const start = { id: 'startBlock', groupId: 'g0', type: 'start', label: 'Start' };
  return {
    id: 'g0',
    title: 'Start',
    graphCoordinates: at,
    blocks: [{ ...start, outgoingEdgeId: 'e1' }, ...others],
  };
}

/** A group with these blocks. */
export function groupOf(...blocks: JsonRecord[]): JsonRecord {
  return { id: 'g1', title: 'One', graphCoordinates: at, blocks };
}

/** A flow of a version before 6 whose second group has these blocks. */
export function oldFlow(version: string | undefined, ...blocks: JsonRecord[]): JsonRecord {
  return {
    ...(version === undefined ? {} : { version }),
    groups: [startGroup(), groupOf(...blocks)],
    edges: [
      { id: 'e0', from: { groupId: 'g1', blockId: 'b' }, to: { groupId: 'g1' } },
      { id: 'e1', from: { groupId: 'g0', blockId: 'startBlock' }, to: { groupId: 'g1' } },
    ],
  };
}
