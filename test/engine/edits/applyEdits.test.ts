import { expect, test } from '@jest/globals';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import { EditRefused, type Edited } from '../../../src/engine/edits/edited.js';
import type { FlowEdit } from '../../../src/engine/edits/flowEdit.js';
import type { FlowDefinition } from '../../../src/engine/flow/flow.js';
import { anyEdit, anyEditedFlow } from '../../support/anyEdits.js';
import { flowOf, say } from '../../support/flowOf.js';
import { fc } from '../../support/properties.js';

/** The flow after an edit, or undefined when it is refused. */
function after(flow: FlowDefinition, edit: FlowEdit): Edited | undefined {
  try {
    return applyEdits(flow, [edit]);
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

test('the inverse of any edits restores the same JSON, and the inverse of that the edited flow', () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(anyEditedFlow, fc.array(anyEdit, { maxLength: 12 }), (flow, sent) => {
      const edits: FlowEdit[] = [];
      let current = flow;
      for (const edit of sent) {
        const edited = after(current, edit);
        if (!edited) continue;
        edits.push(edit);
        current = edited.flow;
        const kind = Object.keys(edit).join();
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      const edited = applyEdits(flow, edits);
      expect(JSON.stringify(edited.flow)).toBe(JSON.stringify(current));
      const undone = applyEdits(edited.flow, edited.inverse);
      expect(JSON.stringify(undone.flow)).toBe(JSON.stringify(flow));
      const redone = applyEdits(undone.flow, undone.inverse);
      expect(JSON.stringify(redone.flow)).toBe(JSON.stringify(current));
    }),
    { numRuns: 3_000 },
  );
  expect(counts.size).toBe(24);
});

test('an edge that leads to a block leads to it in its new group, once the block is moved there', () => {
  const { definition } = flowOf({
    groups: {
      Start: [say('Hello')],
      Middle: [say('How are you?'), say('Bye')],
      End: [say('Thanks')],
    },
  });
  const edge = {
    id: 'to-bye',
    from: { blockId: 'Start.1' },
    to: { groupId: 'Middle', blockId: 'Middle.2' },
  };
  const flow: FlowDefinition = { ...definition, edges: [edge] };
  const moved = applyEdits(flow, [{ moveBlock: { blockId: 'Middle.2', groupId: 'End' } }]);
  expect(moved.flow.edges).toEqual([{ ...edge, to: { groupId: 'End', blockId: 'Middle.2' } }]);
  expect(applyEdits(moved.flow, moved.inverse).flow).toEqual(flow);
});
