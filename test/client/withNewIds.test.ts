import { expect, test } from '@jest/globals';
import { withNewIds, type FlowGroup, type FlowParts } from '@parley/client';
import { anyEditedFlow } from '../support/anyEdits.js';
import { fc } from '../support/properties.js';

const counted = () => {
  let made = 0;
  return () => `new${(made += 1)}`;
};

/** Every id of a group, block, item or edge; a block may have anything among its items. */
function idsOf({ groups, edges }: FlowParts): unknown[] {
  const blocks = groups.flatMap((group) => group.blocks);
  const items = blocks.flatMap((block) => (block['items'] ?? []) as readonly { id: unknown }[]);
  return [...groups, ...blocks, ...items, ...edges].map(({ id }) => id);
}

test('pasted parts share no id with those that were copied, nor with each other', () => {
  fc.assert(
    fc.property(anyEditedFlow, (flow) => {
      const copied: FlowParts = flow;
      const before = JSON.stringify(flow);
      const pasted = withNewIds(copied, counted());
      const ids = idsOf(pasted);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !/^new\d+$/.test(String(id)))).toEqual([]);
      expect(JSON.stringify(flow)).toBe(before);
    }),
  );
});

test('pasted parts name each other, and nothing that was copied', () => {
  fc.assert(
    fc.property(anyEditedFlow, (flow) => {
      const copied: FlowParts = flow;
      const pasted = withNewIds(copied, counted());
      const known = new Set(idsOf(pasted));
      const named = [
        ...JSON.stringify(pasted).matchAll(/"(?:outgoingEdgeId|groupId|blockId)":"(.*?)"/g),
      ];
      expect(named.map(([, id]) => id).filter((id) => !known.has(id))).toEqual([]);
      const groups = new Set(copied.groups.map(({ id }) => id));
      const blocks = new Set(copied.groups.flatMap((group) => group.blocks.map(({ id }) => id)));
      const inner = flow.edges.filter(
        ({ from, to }) =>
          'blockId' in from && blocks.has(String(from.blockId)) && groups.has(to.groupId),
      );
      expect(pasted.edges).toHaveLength(inner.length);
    }),
  );
});

test('a jump, a link to this bot and a button follow; variables and other bots are kept', () => {
  const groups: readonly FlowGroup[] = [
    {
      id: 'g1',
      blocks: [
        { id: 'b1', type: 'Jump', options: { groupId: 'g2', blockId: 'b4', variableId: 'v1' } },
        { id: 'b2', type: 'Bot link', options: { botId: 'current', groupId: 'g2' } },
        { id: 'b3', type: 'Bot link', options: { botId: 'other', groupId: 'g2' } },
      ],
    },
    {
      id: 'g2',
      blocks: [
        {
          id: 'b4',
          type: 'choice input',
          outgoingEdgeId: 'away',
          items: [{ id: 'i1', outgoingEdgeId: 'e1' }],
        },
        { id: 'b5', type: 'Jump', options: { groupId: 'elsewhere', blockId: 'b99' } },
      ],
    },
  ];
  const edges = [
    { id: 'e1', from: { blockId: 'b4', itemId: 'i1' }, to: { groupId: 'g1', blockId: 'b2' } },
    { id: 'away', from: { blockId: 'b4' }, to: { groupId: 'elsewhere' } },
  ];
  const pasted = withNewIds({ groups, edges });
  const [first, second] = pasted.groups;
  const [jump, here, there] = first?.blocks ?? [];
  const [buttons, lost] = second?.blocks ?? [];
  const [edge] = pasted.edges;
  expect(jump).toMatchObject({
    options: { groupId: second?.id, blockId: buttons?.id, variableId: 'v1' },
  });
  expect(here).toMatchObject({ options: { groupId: second?.id } });
  expect(there).toMatchObject({ options: { groupId: 'g2' } });
  expect(lost).toMatchObject({ options: { groupId: 'elsewhere', blockId: 'b99' } });
  expect(buttons).not.toHaveProperty('outgoingEdgeId');
  expect(buttons).toMatchObject({ items: [{ outgoingEdgeId: edge?.id }] });
  const [item] = buttons?.['items'] as readonly { id: string }[];
  expect(pasted.edges).toEqual([
    {
      id: edge?.id,
      from: { blockId: buttons?.id, itemId: item?.id },
      to: { groupId: first?.id, blockId: here?.id },
    },
  ]);
});
