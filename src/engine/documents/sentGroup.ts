import { isKnownType, kindOf } from '../blocks/index.js';
import { blocksOf, groupSchema, storedBlockSchema, type Group } from './group.js';
import { addIssues, checkFew } from './checkFew.js';
import type { Issue } from '../../checks/issue.js';

/** The blocks of a group as a caller sends it, each checked by the schema of its kind. */
function sentBlocksOf(schema: typeof storedBlockSchema) {
  const checked = schema.superRefine((block, context) => {
    const checked = checkFew(kindOf(block.type).schema, block);
    if (!checked.success) addIssues(context, checked.faults);
  });
  return blocksOf(checked);
}

/**
 * A group as a caller sends it: every block is checked by the schema of its kind; a block of an unknown kind is
 * accepted as it is. Stored groups are not checked again: see `group.ts`.
 */
export const sentGroupWithUnknownSchema = groupSchema
  .extend({ blocks: sentBlocksOf(storedBlockSchema) })
  .meta({ id: 'Group' });

/** The same, but a block of an unknown kind is refused. */
export const sentGroupSchema = groupSchema
  .extend({ blocks: sentBlocksOf(storedBlockSchema.extend({}).meta({ id: 'KnownBlock' })) })
  .superRefine((group, context) => addIssues(context, unknownBlockIssuesIn(group)))
  .meta({ id: 'NewGroup' });

/**
 * The blocks of unknown kinds that are not in the stored draft. A stored one may be sent back with the same id and
 * type, so that a bot made of a newer product's file can be edited here.
 */
export function unknownBlockIssues(
  groups: readonly Group[],
  stored: readonly Group[],
): readonly Issue[] {
  const isNew = newUnknownBlocks(stored);
  return groups.flatMap((group, index) =>
    unknownBlockIssuesIn(group, isNew).map(({ path, message }) => ({
      path: ['groups', index, ...path],
      message,
    })),
  );
}

type Block = Group['blocks'][number];

/** Tells the blocks of unknown kinds that are not among stored ones, by id and type. */
export function newUnknownBlocks(stored: readonly Group[]): (block: Block) => boolean {
  const known = new Set(stored.flatMap(({ blocks }) => blocks.map(identityOf)));
  return (block) => !isKnownType(block.type) && !known.has(identityOf(block));
}

function unknownBlockIssuesIn(
  { title, blocks }: Group,
  isNew = newUnknownBlocks([]),
): readonly Issue[] {
  return blocks.flatMap((block, index) => {
    const { id, type } = block;
    if (!isNew(block)) return [];
    const message = `Is "${brief(type)}", a type no block has (block ${brief(id)} of group "${brief(title)}")`;
    return [{ path: ['blocks', index, 'type'], message }];
  });
}

/** The identity of a block: its id and type. */
function identityOf({ id, type }: Block): string {
  return JSON.stringify([id, type]);
}

/** The beginning of a text that may be of any length. */
function brief(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
