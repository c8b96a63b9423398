import {
  type Flow,
  type FlowEdge,
  type FlowEdit,
  type FlowGroup,
  type FlowPart,
  withNewIds,
} from '@parley/client';
import { t } from '../../i18n/t.js';
import { findBlock, type Point, pointOf } from '../flowModel.js';
import type { Kind } from '../../blocks/kinds.js';
import { notesOf } from './notes.js';
import { originAt, outletOf } from './plan.js';
import { isObject } from './textOf.js';

/** What a gesture changes: edits that are stored as one, and what is selected after it. */
export interface Gesture {
  readonly edits: readonly FlowEdit[];
  readonly select?: { readonly groupIds?: readonly string[]; readonly blockId?: string };
}

/** Where an edge leads: a group, or a block in it. */
interface Target {
  readonly groupId: string;
  readonly blockId?: string | undefined;
}

/** How far copies are from what they are copies of, in pixels. */
const BESIDE = 40;

/** Puts groups, events and notes at other places. */
export function placeParts(flow: Flow, places: ReadonlyMap<string, Point>): FlowEdit[] {
  const isMoved = (part: FlowPart): boolean => {
    const [before, to] = [pointOf(part), places.get(part.id)];
    return to !== undefined && (Math.round(to.x) !== before.x || Math.round(to.y) !== before.y);
  };
  const placeOf = ({ id }: FlowPart): Point => {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    return { x: Math.round(x), y: Math.round(y) };
  };
  const groups = flow.groups
    .filter(isMoved)
    .map((group) => ({ groupId: group.id, ...placeOf(group) }));
  const events = flow.events
    .filter(isMoved)
    .map((event) => ({ setEvent: { event: { ...event, graphCoordinates: placeOf(event) } } }));
  const notes = notesOf(flow)
    .filter(isMoved)
    .map((note) => ({
      updateNote: { noteId: note.id, patch: { graphCoordinates: { ...placeOf(note) } } },
    }));
  const moves = chunks(groups, MOST_MOVED).map((some) => ({ moveGroups: { groups: some } }));
  return [...moves, ...events, ...notes];
}

/** More groups than one edit moves. */
const MOST_MOVED = 1_000;

function chunks<T>(list: readonly T[], size: number): (readonly T[])[] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_none, at) => list.slice(at * size, (at + 1) * size));
}

/** Joins an outlet with a group. */
export function joinTo(outlet: string, to: Target, newId: () => string): Gesture {
  const edge = { id: newId(), from: originAt(outlet), to } as FlowEdge;
  return { edits: [{ connect: { edge } }], select: { groupIds: [to.groupId] } };
}

/** A new block, as its kind begins; each of its items gets an id. */
export function newBlock({ initial }: Pick<Kind, 'initial'>, newId: () => string): FlowPart {
  const { items, ...members } = isObject(initial) ? initial : {};
  const id = newId();
  if (!Array.isArray(items)) return { id, ...members };
  return {
    id,
    ...members,
    items: items.filter(isObject).map((item) => ({ id: newId(), ...item })),
  };
}

/** What is added by the palette: a block in a group, or in a new group at a place, perhaps with an edge that leads there. */
export interface Addition {
  readonly block: FlowPart;
  readonly groupId?: string | undefined;
  readonly index?: number | undefined;
  readonly point?: Point | undefined;
  readonly outlet?: string | undefined;
}

/** Adds a block to a group, or in a new group. */
export function addBlock(flow: Flow, addition: Addition, newId: () => string): Gesture {
  const { block, groupId, index, point = { x: 0, y: 0 }, outlet } = addition;
  const select = { blockId: block.id };
  if (groupId !== undefined) {
    return {
      edits: [{ addBlock: { groupId, block, ...(index !== undefined && { index }) } }],
      select,
    };
  }
  const graphCoordinates = { x: Math.round(point.x), y: Math.round(point.y) };
  const title = t('Group {number}', { number: flow.groups.length + 1 });
  const group = { id: newId(), title, graphCoordinates, blocks: [block] };
  const from = outlet ?? unusedStart(flow);
  const joined = from === undefined ? [] : joinTo(from, { groupId: group.id }, newId).edits;
  return { edits: [{ addGroup: { group } }, ...joined], select };
}

/** The outlet of the start of a flow that has no group yet: its first one is what chats begin with. */
function unusedStart({ groups, events }: Flow): string | undefined {
  const start = groups.length === 0 ? events.find(({ type }) => type === 'start') : undefined;
  return start && outletOf({ eventId: start.id });
}

/** What is selected, for gestures. */
export interface Chosen {
  readonly groupIds: readonly string[];
  readonly blockId?: string | undefined;
  readonly moreBlockIds?: readonly string[] | undefined;
  readonly edgeId?: string | undefined;
}

/** Removes what is selected: the edge, else the blocks, else the groups, notes and events but the start. */
export function removeChosen(flow: Flow, chosen: Chosen): Gesture {
  const { groupIds, blockId, moreBlockIds = [], edgeId } = chosen;
  if (edgeId !== undefined) return { edits: [{ disconnect: { edgeId } }], select: {} };
  if (blockId !== undefined) {
    const group = findBlock(flow, blockId)?.group;
    const select = group ? { groupIds: [group.id] } : {};
    return {
      edits: [blockId, ...moreBlockIds].map((id) => ({ removeBlock: { blockId: id } })),
      select,
    };
  }
  const ids = new Set(groupIds);
  const groups = flow.groups.filter(({ id }) => ids.has(id));
  const events = flow.events.filter(({ id, type }) => ids.has(id) && type !== 'start');
  return {
    edits: [
      ...groups.map(({ id }) => ({ removeGroup: { groupId: id } })),
      ...events.map(({ id }) => ({ removeEvent: { eventId: id } })),
      ...notesOf(flow)
        .filter(({ id }) => ids.has(id))
        .map(({ id }) => ({ removeNote: { noteId: id } })),
    ],
    select: {},
  };
}

/** Copies of what is selected beside it: of groups with the edges among them and of notes, or of a block after it. */
export function duplicate(flow: Flow, { groupIds, blockId }: Chosen, newId: () => string): Gesture {
  const found = blockId === undefined ? undefined : findBlock(flow, blockId);
  if (found) {
    const { group, block } = found;
    const [copy] = withNewIds({ groups: [{ ...group, blocks: [block] }], edges: [] }, newId).groups;
    const added = copy?.blocks[0];
    const index = group.blocks.indexOf(block) + 1;
    return added
      ? addBlock(flow, { block: added, groupId: group.id, index }, newId)
      : { edits: [] };
  }
  const ids = new Set(groupIds);
  const groups = flow.groups.filter(({ id }) => ids.has(id));
  const notes = notesOf(flow).filter(({ id }) => ids.has(id));
  const copies = {
    ...withNewIds({ groups, edges: flow.edges }, newId),
    notes: withIds(notes, newId),
  };
  return addParts(copies, { x: BESIDE, y: BESIDE });
}

/** The same notes with new ids. */
export function withIds(notes: readonly FlowPart[], newId: () => string): readonly FlowPart[] {
  return notes.map((note) => ({ ...note, id: newId() }));
}

/** What is added together. */
interface Parts {
  readonly groups: readonly FlowGroup[];
  readonly edges: readonly FlowEdge[];
  readonly notes?: readonly FlowPart[];
}

/** Adds groups and notes, each by a distance from where it says, and edges among them. */
export function addParts({ groups, edges, notes = [] }: Parts, { x, y }: Point): Gesture {
  const shifted = <P extends FlowPart>(part: P): P => {
    const at = pointOf(part);
    return { ...part, graphCoordinates: { x: Math.round(at.x + x), y: Math.round(at.y + y) } };
  };
  const [placed, placedNotes] = [groups.map(shifted), notes.map(shifted)];
  return {
    edits: [
      ...placed.map((group) => ({ addGroup: { group } })),
      ...edges.map((edge) => ({ connect: { edge } })),
      ...placedNotes.map((note) => ({ setNote: { note } })),
    ],
    select: { groupIds: [...placed, ...placedNotes].map(({ id }) => id) },
  };
}

/** Moves a block up or down in its group; nothing at an end. */
export function shiftBlock(flow: Flow, blockId: string, by: 1 | -1): Gesture {
  const found = findBlock(flow, blockId);
  if (!found) return { edits: [] };
  const { group, block } = found;
  const index = group.blocks.indexOf(block) + by;
  if (index < 0 || index >= group.blocks.length) return { edits: [] };
  return { edits: [{ moveBlock: { blockId, groupId: group.id, index } }], select: { blockId } };
}

/** Moves a block to a place in a group, counted with it where it is now; nothing where that is its place. */
export function moveBlockTo(
  flow: Flow,
  blockId: string,
  { groupId, index }: { readonly groupId: string; readonly index: number },
): Gesture {
  const found = findBlock(flow, blockId);
  const before = found?.group.blocks.findIndex(({ id }) => id === blockId) ?? -1;
  const isSame = found?.group.id === groupId;
  if (!found || (isSame && (index === before || index === before + 1))) return { edits: [] };
  const place = isSame && index > before ? index - 1 : index;
  return { edits: [{ moveBlock: { blockId, groupId, index: place } }], select: { blockId } };
}

/** The groups that the edges of a group lead to, or come from, each once, in the order of its outlets. */
export function neighbours(flow: Flow, group: FlowGroup, way: 'next' | 'previous'): string[] {
  const blockIds = new Set(group.blocks.map(({ id }) => id));
  const groupOf = new Map(flow.groups.flatMap(({ id, blocks }) => blocks.map((b) => [b.id, id])));
  const found = flow.edges.flatMap((edge) => {
    const blockId = edge['from'] && isObject(edge['from']) ? edge['from']['blockId'] : undefined;
    if (typeof blockId !== 'string') return [];
    if (way === 'next') return blockIds.has(blockId) ? [edge.to.groupId] : [];
    return edge.to.groupId === group.id ? [groupOf.get(blockId) ?? ''] : [];
  });
  return [...new Set(found)].filter((id) => id !== '');
}

/** The outlet that an edge is drawn from by key: that of the item, the block, or the last block of the group that is selected. */
export function outletOfChosen(
  flow: Flow,
  chosen: Chosen & { readonly itemId?: string | undefined },
) {
  const { blockId, itemId, groupIds } = chosen;
  if (blockId !== undefined) return outletOf({ blockId, itemId });
  const event = flow.events.find(({ id }) => id === groupIds[0]);
  if (event) return outletOf({ eventId: event.id });
  const last = flow.groups.find(({ id }) => id === groupIds[0])?.blocks.at(-1);
  return last && outletOf({ blockId: last.id });
}
