import type { Note } from '../documents/note.js';
import type { FlowDefinition } from '../flow/flow.js';
import { notesOf } from '../flow/notesOf.js';
import { EditRefused } from './edited.js';
import type { Block, FlowParts } from './flowEdit.js';

/** The lists of a flow, by the name of a part. */
export const LISTS = {
  event: 'events',
  group: 'groups',
  edge: 'edges',
  variable: 'variables',
  note: 'notes',
} as const;

interface WithId {
  readonly id: string;
}

/** A list of a flow. Refused for notes that another product wrote in another form. */
export function listOf<P extends keyof typeof LISTS>(
  flow: FlowDefinition,
  part: P,
  path: readonly string[],
): readonly FlowParts[P][] {
  const list = flow[LISTS[part]] ?? [];
  if (part === 'note' && flow.notes && notesOf(flow) !== list)
    throw new EditRefused(path, 'The notes of this flow have another form');
  // The list of a part has parts of that kind.
  return list as unknown as readonly FlowParts[P][];
}

/** The part that an edit names, and the path within the edit that names it. */
export interface NamedPart {
  readonly what: string;
  readonly id: string;
  readonly path: readonly string[];
}

/** The index of a named part, undefined when there is none. Refused where several parts have the id. */
export function findIndex(
  parts: readonly WithId[],
  { what, id, path }: NamedPart,
): number | undefined {
  const index = parts.findIndex((part) => part.id === id);
  if (index === -1) return undefined;
  if (parts.findLastIndex((part) => part.id === id) === index) return index;
  throw ambiguous(path, what, id);
}

/** Refuses changed parts whose id another part of the list has, because an inverse edit could not tell them apart. */
export function assertUnique(
  parts: readonly WithId[],
  changed: readonly WithId[],
  { what, path }: Omit<NamedPart, 'id'>,
): void {
  const ids = new Set(changed.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { id } of parts) {
    if (!ids.has(id)) continue;
    if (seen.has(id)) throw ambiguous(path, what, id);
    seen.add(id);
  }
}

function ambiguous(path: readonly string[], what: string, id: string): EditRefused {
  return new EditRefused(
    path,
    `Several parts are ${what} "${id}"; give all but one a new id first`,
  );
}

/** The same; refused where there is none. */
export function indexOf(parts: readonly WithId[], named: NamedPart): number {
  const index = findIndex(parts, named);
  if (index !== undefined) return index;
  throw new EditRefused(named.path, `There is no ${named.what} "${named.id}"`);
}

/** The note with an id. Refused where there is none, or several have the id. */
export function noteOf(flow: FlowDefinition, id: string, path: readonly string[]): Note {
  const [note, ...others] = listOf(flow, 'note', path).filter((one) => one.id === id);
  if (!note) throw new EditRefused(path, `There is no note "${id}"`);
  if (others.length > 0) throw ambiguous(path, 'note', id);
  return note;
}

/** The place of a block: its group, and its index in it. */
export interface BlockPlace {
  readonly group: FlowDefinition['groups'][number];
  readonly groupIndex: number;
  readonly block: Block;
  readonly index: number;
}

/** The place of the block with an id, undefined when there is none. Refused where several blocks have the id. */
export function findBlock(
  { groups }: FlowDefinition,
  id: string,
  path: readonly string[],
): BlockPlace | undefined {
  const places = groups.flatMap((group, groupIndex) =>
    group.blocks.flatMap((block, index) =>
      block.id === id ? [{ group, groupIndex, block, index }] : [],
    ),
  );
  if (places.length > 1) throw ambiguous(path, 'block', id);
  return places[0];
}

/** The same; refused where there is none. */
export function blockOf(flow: FlowDefinition, id: string, path: readonly string[]): BlockPlace {
  const place = findBlock(flow, id, path);
  if (!place) throw new EditRefused(path, `There is no block "${id}"`);
  return place;
}

/** The same for a block that can be put back into its group: refused where several groups have the id of that. */
export function placeOfBlock(
  flow: FlowDefinition,
  id: string,
  path: readonly string[],
): BlockPlace {
  const place = blockOf(flow, id, path);
  indexOf(flow.groups, { what: 'group', id: place.group.id, path });
  return place;
}

/** The flow with other blocks in one of its groups. */
export function withBlocks(
  flow: FlowDefinition,
  groupIndex: number,
  change: (blocks: readonly Block[]) => Block[],
): FlowDefinition {
  const groups = flow.groups.map((group, index) =>
    index === groupIndex ? { ...group, blocks: change(group.blocks) } : group,
  );
  return { ...flow, groups };
}
