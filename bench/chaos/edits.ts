import type { Flow, FlowEdit, FlowGroup, FlowPart } from '@parley/client';
import { oneOf, type Chance } from './chance.js';

/** More groups than this are removed again. */
const MOST_GROUPS = 40;

/** What a person may do next with a flow, as one gesture. */
export function editOf(flow: Flow, chance: Chance): readonly FlowEdit[] {
  const [first, ...others] = flow.groups;
  if (!first) return [addGroup(chance)];
  const group = oneOf(chance, [first, ...others]);
  if (flow.groups.length > MOST_GROUPS) return [{ removeGroup: { groupId: group.id } }];
  const [block, ...more] = group.blocks;
  const inGroup = [...ofGroup(flow, group, chance)];
  const inBlock = block ? ofBlock(flow, oneOf(chance, [block, ...more]), chance) : [];
  return oneOf(chance, [[addGroup(chance)], ...inGroup, ...inBlock]);
}

const keyOf = (chance: Chance): string => chance().toString(36).slice(2);

const textBlock = (chance: Chance): FlowPart => ({
  id: `b${keyOf(chance)}`,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text: keyOf(chance) }] }] },
});

function addGroup(chance: Chance): FlowEdit {
  const id = keyOf(chance);
  const graphCoordinates = { x: Math.round(chance() * 5_000), y: Math.round(chance() * 5_000) };
  const blocks = [textBlock(chance), textBlock(chance)];
  return { addGroup: { group: { id: `g${id}`, title: id, graphCoordinates, blocks } } };
}

function ofGroup(flow: Flow, group: FlowGroup, chance: Chance): FlowEdit[][] {
  const groupId = group.id;
  const far = flow.groups.slice(0, 1 + Math.floor(chance() * 5));
  const moved = far.map(({ id }) => ({ groupId: id, x: chance() * 5_000, y: chance() * 5_000 }));
  const variable = { id: `v${Math.floor(chance() * 9)}`, name: `n${keyOf(chance)}` };
  return [
    [{ moveGroups: { groups: moved } }],
    [{ renameGroup: { groupId, title: keyOf(chance) } }],
    [{ addBlock: { groupId, block: textBlock(chance), index: 0 } }],
    [{ removeGroup: { groupId } }],
    [{ setVariable: { variable } }],
    [addGroup(chance), addGroup(chance), { renameGroup: { groupId, title: keyOf(chance) } }],
  ];
}

function ofBlock(flow: Flow, block: FlowPart, chance: Chance): FlowEdit[][] {
  const blockId = block.id;
  const to = flow.groups[Math.floor(chance() * flow.groups.length)]?.id ?? '';
  const edge = { id: `e${keyOf(chance)}`, from: { blockId }, to: { groupId: to } };
  const typed = { richText: [{ type: 'p', children: [{ text: keyOf(chance) }] }] };
  const edgeId = flow.edges[Math.floor(chance() * flow.edges.length)]?.id;
  return [
    [{ updateBlock: { blockId, patch: { content: typed } } }],
    [{ updateBlock: { blockId, patch: { content: typed } } }],
    [{ moveBlock: { blockId, groupId: to, index: 0 } }],
    [{ connect: { edge } }],
    [{ removeBlock: { blockId } }],
    ...(edgeId === undefined ? [] : [[{ disconnect: { edgeId } }]]),
  ];
}
