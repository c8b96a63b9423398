import { applyEdits, type Flow } from '@parley/client';
import { describe, expect, test } from '@jest/globals';
import { placeParts } from '../../packages/console/src/canvas/model/gestures.js';
import {
  around,
  overlaps,
  sceneOf,
  viewOf,
} from '../../packages/console/src/canvas/model/scene.js';
import { tidy } from '../../packages/console/src/canvas/model/tidy.js';
import { flow, group, text } from '../support/canvasFlow.js';
import { kinds } from '../support/kinds.js';

describe('a flow is tidied', () => {
  /** A flow of `count` groups in rows, each with edges to later ones and some back. */
  function large(count: number): Flow {
    const ids = Array.from({ length: count }, (_none, place) => `g${place}`);
    const groups = ids.map((id, place) =>
      group(id, (place * 37) % 1_000, text(`${id}.1`, id), choiceOf(id)),
    );
    const edges = ids.flatMap((id, place) => [
      edgeOf(id, 'one', (place * 2 + 1) % count),
      edgeOf(id, 'two', (place * 2 + 2) % count),
    ]);
    return { ...flow, groups, edges };
  }
  const choiceOf = (id: string) => ({
    ...{ id: `${id}.2`, type: 'choice input', items: [{ id: 'one' }, { id: 'two' }] },
  });
  const edgeOf = (id: string, itemId: string, to: number) => ({
    ...{ id: `${id}.${itemId}`, from: { blockId: `${id}.2`, itemId }, to: { groupId: `g${to}` } },
  });

  test('without groups on one another, from left to right, and the same each time', () => {
    const before = large(60);
    const places = tidy(sceneOf(before, kinds));
    const after = applyEdits(before, placeParts(before, places)).flow;
    const { parts } = sceneOf(after, kinds);
    for (const one of parts) {
      expect(parts.filter((other) => other !== one && overlaps(one.box, other.box))).toEqual([]);
    }
    expect(tidy(sceneOf(before, kinds))).toEqual(places);
    expect(placeParts(after, tidy(sceneOf(after, kinds)))).toEqual([]);
  });

  test('only the groups that are meant, where the first of them is', () => {
    const places = tidy(sceneOf(flow, kinds), new Set(['a', 'b']));
    expect([...places.keys()]).toEqual(['a', 'b']);
    expect(places.get('a')).toEqual({ x: 0, y: 0 });
  });

  test('also where it is one path of 3 000 groups, which a view can show whole', () => {
    const count = 3_000;
    const path = {
      ...large(count),
      edges: Array.from({ length: count - 1 }, (_none, place) =>
        edgeOf(`g${place}`, 'one', place + 1),
      ),
    };
    const places = tidy(sceneOf(path, kinds));
    expect(places.get('g2999')?.x).toBeGreaterThan(places.get('g2998')?.x ?? Infinity);
    const { parts } = sceneOf(path, kinds, places);
    const box = around(parts.map((part) => part.box)) ?? { x: 0, y: 0, width: 0, height: 0 };
    const { x, y, zoom } = viewOf(box, { width: 900, height: 700 });
    expect(box.x * zoom + x).toBeGreaterThan(0);
    expect((box.x + box.width) * zoom + x).toBeLessThan(900);
    expect((box.y + box.height) * zoom + y).toBeLessThan(700);
  });
});
