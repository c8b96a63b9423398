import { expect, test } from '@jest/globals';
import { editSteps } from '../../../src/engine/edits/applyEdits.js';
import { outlineOf } from '../../../src/engine/flow/outline.js';
import { searchFlow } from '../../../src/engine/flow/searchFlow.js';
import { variableUses } from '../../../src/engine/flow/variableUses.js';
import { flowOf, say, type BlockSketch } from '../../support/flowOf.js';

/** Into how many steps each work on a whole flow with these blocks is divided. */
function stepsWith(blocks: BlockSketch[]): Record<string, number> {
  const { definition } = flowOf({ variables: { a: null }, groups: { G: blocks } });
  const works = {
    search: searchFlow(definition, 'nowhere', new Set(['TEXT', 'ID'] as const)),
    variables: variableUses(definition),
    outline: outlineOf('Bot', definition),
    rename: editSteps(definition, [{ renameVariable: { variableId: 'va', name: 'b' } }]),
  };
  return Object.fromEntries(Object.entries(works).map(([name, work]) => [name, [...work].length]));
}

/** The works with fewer than ten steps. */
function hurried(blocks: BlockSketch[]): string[] {
  return Object.entries(stepsWith(blocks)).flatMap(([work, steps]) => (steps < 10 ? [work] : []));
}

test('a small flow is read at once', () => {
  expect(hurried([say('x')])).toEqual(['search', 'variables', 'outline', 'rename']);
});

test('other requests are served while a flow is read that is large in any way', () => {
  const long = Array.from({ length: 1_000 }, () => say('{{a}}'.repeat(500)));
  expect(hurried(long)).toEqual([]);
  const items = Array.from({ length: 20_000 }, (_, index) => ({ id: `i${index}`, content: '' }));
  expect(hurried([{ type: 'choice input', items }])).toEqual([]);
  const numbers = Array.from({ length: 20_000 }, (_, index) => [index, {}]);
  expect(hurried([{ type: 'hologram', numbers }])).toEqual([]);
  const ids = Array.from({ length: 20_000 }, () => ({ none: 1 }));
  expect(hurried([{ type: 'choice input', items: ids }])).toEqual([]);
});
