import { describe, expect, test } from '@jest/globals';
import { abTest } from '../../../../src/engine/blocks/logic/abTest.js';
import { seededEnv } from '../../../../src/engine/interpreter/env.js';
import { viewOf } from '../../../support/viewOf.js';

const { context } = viewOf({ groups: {} });
const items = [
  { id: 'a', path: 'a', outgoingEdgeId: 'toA' },
  { id: 'b', path: 'b', outgoingEdgeId: 'toB' },
];

function drawn(options?: { aPercent: number }): string[] {
  const { random } = seededEnv({ now: 0, seed: 'draws' });
  const block = abTest.schema.parse({
    id: 'x',
    type: 'AB test',
    items,
    ...(options && { options }),
  });
  return Array.from({ length: 1_000 }, () => {
    const move = abTest.enter(block, { ...context, env: { ...context.env, random } });
    return move.go === 'edge' ? String(move.edgeId) : move.go;
  });
}

const share = (draws: readonly string[]) => draws.filter((edgeId) => edgeId === 'toA').length / 10;

describe('an A/B test', () => {
  test('takes both edges equally often, or as often as its options say', () => {
    expect(share(drawn())).toBeGreaterThan(45);
    expect(share(drawn())).toBeLessThan(55);
    expect(share(drawn({ aPercent: 20 }))).toBeLessThan(25);
    expect(share(drawn({ aPercent: 100 }))).toBe(100);
    expect(share(drawn({ aPercent: 0 }))).toBe(0);
  });

  test.each([
    ['100 %', { options: { aPercent: 100 }, items }, 'toA'],
    ['0 %', { options: { aPercent: 0 }, items }, 'toB'],
    ['one way out', { items: items.slice(1) }, 'toB'],
    ['no way out', { items: [] }, undefined],
  ])('draws nothing with %s', (_, parts, edgeId) => {
    const block = abTest.schema.parse({ id: 'x', type: 'AB test', ...parts });
    const random = () => {
      throw new Error('drawn');
    };
    const move = abTest.enter(block, { ...context, env: { ...context.env, random } });
    expect(move.go === 'edge' ? move.edgeId : undefined).toBe(edgeId);
  });

  test('refuses a share outside 0 to 100', () => {
    const block = { id: 'x', type: 'AB test', items: [], options: { aPercent: 101 } };
    expect(abTest.schema.safeParse(block).success).toBe(false);
  });
});
