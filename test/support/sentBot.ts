import type { z } from 'zod';

/** The position of every event and group. */
export const at = { x: 0, y: 0 };
/** The parts of a valid bot: a start event, a group with one text, and the edge between them. */
export const events = [{ id: 's', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }];
export const groups = [
  { id: 'g', title: 'G', graphCoordinates: at, blocks: [{ id: 'b', type: 'text' }] },
];
export const edges = [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }];
/** The same groups in a version before 6, where the start is a block. */
export const oldGroups = [
  {
    id: 'g0',
    title: 'Start',
    graphCoordinates: at,
    blocks: [{ id: 'sb', type: 'start', label: 'Start', outgoingEdgeId: 'e' }],
  },
  ...groups,
];

/** The paths of all faults that a schema finds in a value. */
export function faultsIn(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
}
