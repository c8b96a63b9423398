import { describe, expect, test } from '@jest/globals';
import { assignArm, flowOfVisitor } from '../../src/chat/assignArm.js';
import { ratioChance, SUSPECT } from '../../src/resolvers/splits/statistics.js';
import { fc } from '../support/properties.js';

const arm = (versionId: string, weight: number) => ({ versionId, weight });
const anyArms = fc.uniqueArray(
  fc.record({
    versionId: fc.stringMatching(/^ver_[a-z]{3}$/),
    weight: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 2, maxLength: 5, selector: ({ versionId }) => versionId },
);

describe('of 100 000 visitors', () => {
  const visitors = Array.from({ length: 100_000 }, (_, number) => `res_${number}`);
  const assignAll = (arms: ReturnType<typeof arm>[]) =>
    visitors.map((key) => assignArm({ id: 'spl_1', arms }, key).versionId);
  const before = [arm('a', 70), arm('b', 20), arm('c', 10)];

  test('each version gets the part that its weight says, as chance allows', () => {
    const assigned = assignAll(before);
    const counted = before.map(({ versionId, weight }) => ({
      weight,
      count: assigned.filter((one) => one === versionId).length,
    }));
    expect(ratioChance(counted)).toBeGreaterThan(SUSPECT);
    expect(Math.abs((counted[0]?.count ?? 0) - 70_000)).toBeLessThan(600);
  });

  test('those who get another version when a weight grows get the one that grew', () => {
    const [first, then] = [
      assignAll(before),
      assignAll([arm('c', 40), arm('a', 70), arm('b', 20)]),
    ];
    const moved = then.filter((versionId, place) => versionId !== first[place]);
    expect(moved.length).toBeGreaterThan(10_000);
    expect(new Set(moved)).toEqual(new Set(['c']));
  });
});

test('a visitor gets the same version whenever they come, in whatever order the versions are sent', () => {
  fc.assert(
    fc.property(anyArms, fc.string(), (arms, key) => {
      const split = { id: 'spl_1', phase: 1, arms };
      const turned = { ...split, arms: arms.toReversed() };
      const flowId = flowOfVisitor(split, { key, flowId: undefined });
      expect(flowOfVisitor(turned, { key, flowId: undefined })).toBe(flowId);
    }),
  );
});

test('a visitor stays in their version and phase under any other weights, while it has an arm', () => {
  const any = fc.tuple(anyArms, anyArms, fc.string());
  fc.assert(
    fc.property(any, ([arms, others, key]) => {
      const flowId = flowOfVisitor({ id: 'spl_1', phase: 1, arms }, { key, flowId: undefined });
      const later = { id: 'spl_1', phase: 2, arms: others };
      const again = flowOfVisitor(later, { key, flowId });
      const stays = others.some(({ versionId }) => flowId.endsWith(versionId));
      expect(again.startsWith('spl_1/2/')).toBe(!stays);
      expect(again === flowId).toBe(stays);
    }),
  );
});

test('no new visitor comes to a version with weight 0, and another split assigns everybody again', () => {
  const arms = [arm('ver_old', 0), arm('ver_new', 1)];
  const split = { id: 'spl_2', phase: 1, arms };
  for (const key of ['a', 'b', 'c']) {
    expect(flowOfVisitor(split, { key, flowId: undefined })).toBe('spl_2/1/ver_new');
    expect(flowOfVisitor(split, { key, flowId: 'spl_1/1/ver_old' })).toBe('spl_2/1/ver_new');
    expect(flowOfVisitor(split, { key, flowId: 'spl_2/1/ver_old' })).toBe('spl_2/1/ver_old');
    expect(flowOfVisitor(split, { key, flowId: 'flw_1' })).toBe('spl_2/1/ver_new');
  }
});
