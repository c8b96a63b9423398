import type { FlowDefinition } from '../flow/flow.js';
import { andThen, EditRefused, type Edited } from './edited.js';
import { withoutEdges } from './edgeEdits.js';
import type { FlowEdits, GroupPlace } from './flowEdit.js';
import { assertUnique, findIndex, indexOf } from './places.js';
import { put, remove } from './putPart.js';

/** Adds a group with its blocks. */
export function addGroup(flow: FlowDefinition, { group, index }: FlowEdits['addGroup']): Edited {
  if (findIndex(flow.groups, { what: 'group', id: group.id, path: ['group', 'id'] }) !== undefined)
    throw new EditRefused(['group', 'id'], `There is a group "${group.id}" already`);
  const known = new Set(flow.groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)));
  for (const { id } of group.blocks) {
    if (known.has(id))
      throw new EditRefused(['group', 'blocks'], `There is a block "${id}" already`);
    known.add(id);
  }
  return put(flow, { part: 'group', value: group, index });
}

/** Moves groups on the canvas. */
export function moveGroups(
  flow: FlowDefinition,
  { groups: moves }: FlowEdits['moveGroups'],
): Edited {
  const places = new Map(moves.map(({ groupId, x, y }) => [groupId, { x, y }]));
  const back: GroupPlace[] = [];
  const groups = flow.groups.map((group) => {
    const place = places.get(group.id);
    if (!place) return group;
    const { x, y } = group.graphCoordinates;
    back.push({ groupId: group.id, x, y });
    return { ...group, graphCoordinates: { ...group.graphCoordinates, ...place } };
  });
  const found = new Set(back.map(({ groupId }) => groupId));
  assertUnique(
    flow.groups,
    back.map(({ groupId }) => ({ id: groupId })),
    { what: 'group', path: ['groups'] },
  );
  for (const groupId of places.keys()) {
    if (!found.has(groupId)) throw new EditRefused(['groups'], `There is no group "${groupId}"`);
  }
  return { flow: { ...flow, groups }, inverse: [{ moveGroups: { groups: back } }] };
}

/** Gives a group another title. */
export function renameGroup(
  flow: FlowDefinition,
  { groupId, title }: FlowEdits['renameGroup'],
): Edited {
  const at = indexOf(flow.groups, { what: 'group', id: groupId, path: ['groupId'] });
  const inverse = flow.groups
    .slice(at, at + 1)
    .map((group) => ({ renameGroup: { groupId, title: group.title } }));
  const groups = flow.groups.map((group, index) => (index === at ? { ...group, title } : group));
  return { flow: { ...flow, groups }, inverse };
}

/** Removes a group, the edges of its blocks, and the edges that lead to it. */
export function removeGroup(flow: FlowDefinition, { groupId }: FlowEdits['removeGroup']): Edited {
  const group =
    flow.groups[indexOf(flow.groups, { what: 'group', id: groupId, path: ['groupId'] })];
  const blocks = new Set<unknown>(group?.blocks.map(({ id }) => id));
  const edges = flow.edges.filter(
    ({ from, to }) => to.groupId === groupId || blocks.has(from['blockId']),
  );
  return andThen(remove(flow, { part: 'group', id: groupId }), (next) => withoutEdges(next, edges));
}
