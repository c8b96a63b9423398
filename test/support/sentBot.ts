import type { z } from 'zod';

/** Where anything stands. */
export const at = { x: 0, y: 0 };
/** A start event, a group with one text, and the edge between them: what is sent to make a bot. */
export const events = [{ id: 's', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }];
export const groups = [
  { id: 'g', title: 'G', graphCoordinates: at, blocks: [{ id: 'b', type: 'text' }] },
];
export const edges = [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }];
/** The same groups as before version 6, with the start among their blocks. */
export const oldGroups = [
  {
    id: 'g0',
    title: 'Start',
    graphCoordinates: at,
    blocks: [{ id: 'sb', type: 'start', label: 'Start', outgoingEdgeId: 'e' }],
  },
  ...groups,
];

/** The paths of the faults that a schema finds in a value. */
export function faultsIn(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
}
