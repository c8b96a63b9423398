import { expect, test } from '@jest/globals';
import { applyEdits, EditRefused, type Flow, type FlowEdit } from '@parley/client';
import { applyEdits as applyOnServer } from '../../src/engine/edits/applyEdits.js';
import type { FlowEdit as ServerEdit } from '../../src/engine/edits/flowEdit.js';
import { anyEdit, anyEditedFlow } from '../support/anyEdits.js';
import { partAt } from '../support/parts.js';
import { fc } from '../support/properties.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

/** What comes of edits: the flow and the inverse edits, or why they were refused. */
function outcomeOf(apply: () => unknown): string {
  try {
    return JSON.stringify(apply());
  } catch (error) {
    return JSON.stringify([String(error), partAt(error, 'path')]);
  }
}

test('whatever is edited, the client gives what the server gives, refusals included', () => {
  fc.assert(
    fc.property(anyEditedFlow, fc.array(anyEdit, { maxLength: 4 }), (flow, edits) => {
      // The types of the package hold whatever those of the server do.
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

test('the edits of an answer, applied by the client, give the draft that is stored', async () => {
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
