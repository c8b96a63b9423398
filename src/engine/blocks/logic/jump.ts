import { z } from 'zod';
import {
  defineBlock,
  type BlockContext,
  type BlockResult,
  type BlockTarget,
} from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import type { Group } from '../../documents/group.js';
import { indexIn } from '../../flow/position.js';
import { loneName } from '../../text/names.js';
import { blockIdSchema, jumpTargetSchema } from '../../documents/optionMeaning.js';
import { optional } from '../../fields/field.js';

/** Continues at another group or block; the group can be named by a variable that holds its title. */
export const jump = defineBlock({
  type: 'Jump',
  family: 'logic',
  label: 'Jump',
  icon: 'jump',
  searchWords: ['go', 'to', 'group', 'loop'],
  summary: 'Goes on at another group or block.',
  example: { options: { groupId: 'group_1' } },
  schema: schemaOf(
    'Jump',
    z.looseObject({
      groupId: optional(
        jumpTargetSchema,
        'The group, or one `{{variable}}` that holds the title of a group.',
      ),
      blockId: optional(blockIdSchema, 'The block in it to go on at; its first one when absent.'),
    }),
  ),
  leadsTo: ({ options: { groupId = '', blockId } = {} }) => leadsTo({ groupId, blockId }),
  faults: noFaults,
  enter: ({ options = {} }, context) => {
    const { groupId, blockId } = options;
    if (!groupId) return { go: 'next' };
    const group = findGroup(groupId, context);
    return group
      ? into(group, blockId)
      : nowhere(`Cannot jump to group ${groupId}: it does not exist`);
  },
});

/** The group of a template is known only during a chat. */
function leadsTo({ groupId, blockId }: BlockTarget): BlockTarget[] {
  return groupId === '' || loneName(groupId) !== undefined ? [] : [{ groupId, blockId }];
}

function findGroup(groupId: string, { flow, ...context }: BlockContext): Group | undefined {
  if (loneName(groupId) === undefined) return flow.group(groupId);
  return flow.groupTitled(context.text(groupId));
}

/** When the block no longer exists, the first one of its group is used. */
function into(group: Group, blockId: string | undefined): BlockResult {
  const { id: groupId, title } = group;
  const place = { groupId, blockId };
  if (blockId === undefined || indexIn(group, blockId) !== undefined) return { go: 'place', place };
  const description = `Block ${blockId} is not in group "${title}": jumped to its first block`;
  return { go: 'place', place, logs: [{ status: 'error', description }] };
}

function nowhere(description: string): BlockResult {
  return { go: 'edge', edgeId: undefined, logs: [{ status: 'error', description }] };
}
