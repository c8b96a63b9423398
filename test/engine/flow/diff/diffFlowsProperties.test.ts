import { expect, test } from '@jest/globals';
import { atOnce } from '../../../../src/engine/documents/atOnce.js';
import { diffFlows as diffInSteps } from '../../../../src/engine/flow/diff/diffFlows.js';
import { flowDefinitionSchema, type FlowDefinition } from '../../../../src/engine/flow/flow.js';
import { outOfOrder } from '../../../../src/engine/flow/diff/diffBlocks.js';
import { fc } from '../../../support/properties.js';

const diffFlows = (...flows: Parameters<typeof diffInSteps>) => atOnce(diffInSteps(...flows));
const point = { x: 0, y: 0 };
const json = fc.jsonValue({ maxDepth: 2 });
const id = fc.constantFrom('a', 'b', 'c', 'd');
const block = fc.record({ id, type: fc.constantFrom('text', 'Wait', 'image'), options: json });
const anyFlow = fc
  .record({
    version: fc.constant('6'),
    events: fc.tuple(
      fc.record({ id, type: fc.constant('start'), graphCoordinates: fc.constant(point) }),
    ),
    groups: fc.array(
      fc.record({
        id,
        title: id,
        graphCoordinates: fc.record({ x: fc.nat(2), y: fc.nat(2) }),
        blocks: fc.array(block, { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    edges: fc.array(
      fc.record({ id, from: fc.record({ blockId: id }), to: fc.record({ groupId: id }) }),
      { maxLength: 3 },
    ),
    variables: fc.array(fc.record({ id, name: id }), { maxLength: 3 }),
    theme: fc.record({ customCss: id }),
    settings: fc.record({}),
  })
  .map((flow) => flowDefinitionSchema.parse(flow));

const anyMember = fc.constantFrom('groups' as const, 'edges' as const, 'variables' as const);

test('a flow does not differ from itself, whatever the order of its keys', () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, part]) => [key, turned(part)]),
    );
  };
  fc.assert(
    fc.property(anyFlow, (flow) => {
      expect(diffFlows(flow, structuredClone(flow))).toEqual([]);
      expect(diffFlows(flow, flowDefinitionSchema.parse(turned(flow)))).toEqual([]);
    }),
  );
});

test('two flows without a difference are equal, except for the order of parts whose order does not count', () => {
  const sorted = (flow: FlowDefinition) => {
    const byText = (list: readonly unknown[]) => list.map((part) => JSON.stringify(part)).sort();
    return { edges: byText(flow.edges), variables: byText(flow.variables), groups: flow.groups };
  };
  fc.assert(
    fc.property(anyFlow, anyFlow, anyMember, (before, other, member) => {
      // Flows that differ in at most one member, since two random ones nearly always differ in many.
      const after = { ...before, [member]: other[member] };
      if (diffFlows(before, after).length > 0) return;
      expect(sorted(before)).toEqual(sorted(after));
    }),
  );
});

test('the order of edges and variables does not count', () => {
  const one = fc.uniqueArray(id, { minLength: 2 });
  fc.assert(
    fc.property(anyFlow, one, (flow, ids) => {
      const parts = {
        edges: ids.map((edge) => ({ id: edge, from: { blockId: 'a' }, to: { groupId: 'a' } })),
        variables: ids.map((variable) => ({ id: variable, name: variable })),
      };
      const before = flowDefinitionSchema.parse({ ...flow, ...parts });
      const { edges, variables } = before;
      const after = { ...before, edges: edges.toReversed(), variables: variables.toReversed() };
      expect(diffFlows(before, after)).toEqual([]);
    }),
  );
});

test('a part that is added in one direction is removed in the other', () => {
  const count = (before: FlowDefinition, after: FlowDefinition, end: string) =>
    diffFlows(before, after).filter(({ kind }) => kind.endsWith(end)).length;
  fc.assert(
    fc.property(anyFlow, anyFlow, (before, after) => {
      expect(count(before, after, 'ADDED')).toBe(count(after, before, 'REMOVED'));
    }),
  );
});

test('the fewest numbers are removed so that the others ascend', () => {
  expect(outOfOrder([0, 1, 2])).toEqual(new Set());
  expect(outOfOrder([3, 0, 1, 2])).toEqual(new Set([3]));
  const order = fc.uniqueArray(fc.nat(20), { maxLength: 8 });
  fc.assert(
    fc.property(order, (places) => {
      const taken = outOfOrder(places);
      const rest = places.filter((place) => !taken.has(place));
      expect(rest).toEqual([...rest].sort((a, b) => a - b));
      expect(rest.length).toBe(longestBySearch(places));
    }),
  );
});

function longestBySearch(places: readonly number[], floor = -1): number {
  const [first, ...rest] = places;
  if (first === undefined) return 0;
  const without = longestBySearch(rest, floor);
  return first > floor ? Math.max(without, 1 + longestBySearch(rest, first)) : without;
}
