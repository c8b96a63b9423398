import { z } from 'zod';
import { defineBlock, type Here, type Move } from '../../block.js';
import { blockFields } from '../../blockFields.js';
import type { Group } from '../../group.js';
import { loneName } from '../../template.js';

/** Goes on at another group or block; the group can be named by a variable that holds its title (engine §4.4). */
export const jump = defineBlock({
  type: 'Jump',
  family: 'logic',
  summary: 'Goes on at another group or block.',
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('Jump'),
    options: z
      .looseObject({ groupId: z.string().optional(), blockId: z.string().optional() })
      .optional(),
  }),
  enter: ({ options = {} }, here) => {
    const { groupId, blockId } = options;
    if (!groupId) return { go: 'next' };
    const group = findGroup(groupId, here);
    return group
      ? into(group, blockId)
      : nowhere(`Cannot jump to group ${groupId}: it does not exist`);
  },
});

function findGroup(groupId: string, { flow, ...here }: Here): Group | undefined {
  if (loneName(groupId) === undefined) return flow.group(groupId);
  const title = here.text(groupId);
  return flow.definition.groups.find((group) => group.title === title);
}

/** A block that is not there any more gives way to the first of its group. */
function into({ id: groupId, title, blocks }: Group, blockId: string | undefined): Move {
  const place = { groupId, blockId };
  if (blockId === undefined || blocks.some(({ id }) => id === blockId))
    return { go: 'place', place };
  const description = `Block ${blockId} is not in group "${title}": jumped to its first block`;
  return { go: 'place', place, logs: [{ status: 'error', description }] };
}

function nowhere(description: string): Move {
  return { go: 'edge', edgeId: undefined, logs: [{ status: 'error', description }] };
}
