import { expect, test } from '@jest/globals';
import {
  applyEdits,
  EditRefused,
  type Flow,
  type FlowEdit,
  type FlowGroup,
  type FlowParts,
  withNewIds,
} from '@parley/client';
import { applyEdits as applyOnServer } from '../../src/engine/edits/applyEdits.js';
import type { FlowEdit as ServerEdit } from '../../src/engine/edits/flowEdit.js';
import { anyEdit, anyEditedFlow } from '../support/anyEdits.js';
import { partAt } from '../support/parts.js';
import { fc } from '../support/properties.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

/** The outcome of edits: the flow and the inverse edits, or why they were refused. */
function outcomeOf(apply: () => unknown): string {
  try {
    return JSON.stringify(apply());
  } catch (error) {
    return JSON.stringify([String(error), partAt(error, 'path')]);
  }
}

test('for any edits the client has the same outcome as the server, refusals included', () => {
  fc.assert(
    fc.property(anyEditedFlow, fc.array(anyEdit, { maxLength: 4 }), (flow, edits) => {
      // The types of the package allow everything that those of the server allow.
      const [shown, sent]: [Flow, readonly FlowEdit[]] = [flow, edits];
      const there = outcomeOf(() => applyOnServer(flow, edits));
      expect(outcomeOf(() => applyEdits(shown, sent))).toBe(there);
    }),
    { numRuns: 2_000 },
  );
});

const EDIT = `mutation ($input: EditFlowInput!) {
  editFlow(input: $input) { bot { draft } edits userErrors { message } }
}`;

test('the edits of a reply, applied by the client, give the stored draft', async () => {
  const workspaceId = await makeWorkspace(rest);
  const place = { x: 0, y: 0 };
  const groups = ['g1', 'g2', 'g3'].map((id, at) => ({
    ...{ id, title: id, graphCoordinates: place },
    blocks: [{ id: `b${at + 1}`, type: 'choice input', items: [{ id: 'i1', content: 'Yes' }] }],
  }));
  const events = [{ id: 'start', type: 'start', graphCoordinates: place, outgoingEdgeId: 'e1' }];
  const edges = [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } }];
  const variables = [{ id: 'v1', name: 'A' }];
  const flow = { version: '6', events, groups, edges, variables, theme: {}, settings: {} };
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: { name: 'Edited', ...flow } }));
  let known = flow as Flow;
  let stored = 0;
  const sendEdits = async (edits: readonly ServerEdit[]): Promise<void> => {
    const input = { botId: bot.id, edits };
    const { data, errors } = await queryGraphql(app().url, { query: EDIT, variables: { input } });
    const applied = partAt(data, 'editFlow.edits');
    if (errors || !Array.isArray(applied)) return;
    stored += 1;
    known = applyEdits(known, applied as readonly FlowEdit[]).flow;
    expect(known).toEqual(partAt(data, 'editFlow.bot.draft'));
  };
  const edits = fc.sample(anyEdit, { numRuns: 150, seed: 7 });
  for (const edit of edits) await sendEdits([edit]);
  expect(stored).toBeGreaterThan(30);
});

test('an edit that cannot be applied is refused with its place, and the flow stays as it was', () => {
  const flow = { events: [], groups: [], edges: [], variables: [], theme: {}, settings: {} };
  const before = JSON.stringify(flow);
  const edit = () => applyEdits(flow, [{ removeGroup: { groupId: 'none' } }]);
  expect(edit).toThrow(EditRefused);
  expect(edit).toThrow('There is no group "none"');
  expect(JSON.stringify(flow)).toBe(before);
});

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

test('pasted parts refer to each other, and to none of the copied parts', () => {
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

test('jumps, links to the same bot and buttons refer to the pasted parts; variables and other bots stay', () => {
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
