import { blocksOf, exchange, optionsOf, partsIn, type FlowJson, type Part } from './flowParts.js';
import type { Operator } from './operators.js';

/** Mistakes in the ways through a flow. */
export const wayOperators = {
  'delete an edge': (flow) =>
    flow.edges.map((edge, index) => ({
      at: String(edge['id']),
      change() {
        flow.edges.splice(index, 1);
        for (const exit of exitsOf(flow)) if (exit['outgoingEdgeId'] === edge['id']) free(exit);
      },
    })),
  'lead an edge to another group': (flow) =>
    flow.edges.flatMap((edge) =>
      otherGroups(flow, targetOf(edge)).map((groupId) => ({
        at: `${String(edge['id'])} to ${groupId}`,
        change: () => void (edge['to'] = { groupId }),
      })),
    ),
  'exchange the targets of two edges': (flow) =>
    flow.edges.slice(1).flatMap((edge, index) => {
      const before = flow.edges[index] ?? {};
      if (targetOf(before) === targetOf(edge)) return [];
      const change = () =>
        void ([before['to'], edge['to']] = [structuredClone(edge['to']), before['to']]);
      return [{ at: `${String(before['id'])} and ${String(edge['id'])}`, change }];
    }),
  'make a circle': (flow) =>
    flow.edges.flatMap((edge) => {
      const { blockId } = partsIn([edge['from']])[0] ?? {};
      const group = blocksOf(flow).find(({ block }) => block['id'] === blockId)?.group;
      if (!group || targetOf(edge) === group['id']) return [];
      const change = () => void (edge['to'] = { groupId: group['id'] });
      return [{ at: String(edge['id']), change }];
    }),
  'forget the edge of an exit': (flow) =>
    exitsOf(flow)
      .filter(({ outgoingEdgeId }) => outgoingEdgeId !== undefined)
      .map((exit) => ({ at: String(exit['id']), change: () => free(exit) })),
  'skip the first blocks of a group': (flow) =>
    flow.edges.flatMap((edge) => {
      const group = flow.groups.find(({ id }) => id === targetOf(edge));
      const block = group?.blocks[1];
      if (!block) return [];
      const change = () => void (edge['to'] = { groupId: group['id'], blockId: block['id'] });
      return [{ at: `${String(edge['id'])} to ${String(block['id'])}`, change }];
    }),
  'delete a block': (flow) =>
    blocksOf(flow).map(({ group, block, index }) => ({
      at: String(block['id']),
      change: () => void group.blocks.splice(index, 1),
    })),
  'exchange two blocks': (flow) =>
    blocksOf(flow)
      .filter(({ index }) => index > 0)
      .map(({ group, block, index }) => ({
        at: String(block['id']),
        change: () => exchange(group.blocks, index - 1, index),
      })),
  'repeat a block': (flow) =>
    blocksOf(flow).map(({ group, block, index }) => ({
      at: String(block['id']),
      change() {
        const copy = structuredClone(block);
        copy['id'] = `${String(block['id'])}-again`;
        // The edge of the last block of a group begins there.
        if (block['outgoingEdgeId'] !== undefined) delete copy['outgoingEdgeId'];
        group.blocks.splice(index, 0, copy);
      },
    })),
  'move a block to another group': (flow) =>
    blocksOf(flow).flatMap(({ group, block, index }) =>
      flow.groups
        .filter((other) => other !== group)
        .slice(0, 1)
        .map((other) => ({
          at: String(block['id']),
          change() {
            group.blocks.splice(index, 1);
            other.blocks.push(block);
          },
        })),
    ),
  'delete a group': (flow) =>
    flow.groups.map((group, index) => ({
      at: String(group['id']),
      change: () => void flow.groups.splice(index, 1),
    })),
  'lead a jump to another group': (flow) =>
    blocksOf(flow)
      .map(({ block }) => ({ block, options: optionsOf(block) }))
      .filter(({ block }) => block['type'] === 'Jump')
      .flatMap(({ block, options }) =>
        otherGroups(flow, options['groupId']).map((groupId) => ({
          at: `${String(block['id'])} to ${groupId}`,
          change: () => void Object.assign(options, { groupId, blockId: undefined }),
        })),
      ),
  'forget the target of a jump': (flow) =>
    blocksOf(flow)
      .map(({ block }) => ({ block, options: optionsOf(block) }))
      .filter(({ block, options }) => block['type'] === 'Jump' && options['groupId'] !== undefined)
      .map(({ block, options }) => ({
        at: String(block['id']),
        change: () => void delete options['groupId'],
      })),
} satisfies Record<string, Operator>;

/** Everything that may name an edge: events, blocks, items and paths. */
function exitsOf(flow: FlowJson): Part[] {
  const blocks = blocksOf(flow).map(({ block }) => block);
  const items = blocks.flatMap((block) => partsIn(block['items']));
  const paths = items.flatMap((item) => partsIn(item['paths']));
  return [...flow.events, ...blocks, ...items, ...paths];
}

function free(exit: Part): void {
  delete exit['outgoingEdgeId'];
}

function targetOf({ to }: Part): unknown {
  return partsIn([to])[0]?.['groupId'];
}

function otherGroups({ groups }: FlowJson, but: unknown): string[] {
  return groups.map(({ id }) => String(id)).filter((id) => id !== but);
}
