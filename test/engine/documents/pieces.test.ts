import { describe, expect, test } from '@jest/globals';
import {
  botImportSchema,
  botPatchSchema,
  newBotSchema,
} from '../../../src/engine/documents/bot.js';
import { piecesOfDocument } from '../../../src/engine/documents/sentDocument.js';

const at = { x: 0, y: 0 };
const events = [{ id: 's', type: 'start', graphCoordinates: at }];
const wait = (id: number, more: object = {}) => ({ type: 'Wait', id: `b${id}`, ...more });
const group = (id: string, count: number, from = 0) => ({
  blocks: Array.from({ length: count }, (_, index) => wait(from + index)),
  ...{ id, title: id, graphCoordinates: at },
});
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ name, id: `${name}${index}` }));

const large = {
  version: '6',
  variables: many(9_001, 'v'),
  events,
  groups: [group('small', 3), group('large', 700, 10), group('empty', 0), group('last', 2, 900)],
  future: { kept: true },
};
const faultsIn = (document: object) =>
  newBotSchema.safeParse(document).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('a large document that is checked in pieces', () => {
  test('is stored as it was sent, with its keys in order', () => {
    const { version: _, ...stored } = large;
    expect(JSON.stringify(botImportSchema.parse(large)) === JSON.stringify(stored)).toBe(true);
  });

  test('has its faults reported by their place in the whole', () => {
    const [small, big, ...others] = structuredClone(large.groups);
    const faulty = {
      ...large,
      theme: 7,
      variables: large.variables.map((one, index) => (index === 8_500 ? { id: 'v' } : one)),
      groups: [small, { ...big, blocks: [...(big?.blocks ?? []), wait(1, { id: 5 })] }, ...others],
    };
    expect(faultsIn(faulty)).toEqual(['theme', 'groups.1.blocks.700.id', 'variables.8500.name']);
    const untitled = { ...large, groups: [...large.groups, { id: 'x', blocks: [] }] };
    expect(faultsIn(untitled)).toEqual(['groups.4.title', 'groups.4.graphCoordinates']);
    const notBlocks = { ...large, groups: [...large.groups, { ...group('x', 0), blocks: 'none' }] };
    expect(faultsIn(notBlocks)).toEqual(['groups.4.blocks']);
  });

  test('may have null for an absent member in every piece', () => {
    const blocks = group('large', 600).blocks.map((block) => ({ ...block, options: null }));
    const sent = { groups: [{ ...group('large', 0), blocks }] };
    expect(newBotSchema.parse(sent).groups?.[0]?.blocks).toEqual(group('large', 600).blocks);
  });

  test('is checked in as many steps as it has pieces, and only once', () => {
    const read = piecesOfDocument(botPatchSchema);
    const sent = structuredClone(large);
    expect([...(read?.(sent) ?? [])].length).toBeGreaterThan(5);
    Object.assign(sent, { theme: 7 });
    expect(botPatchSchema.safeParse(sent).success).toBe(true);
    expect(botPatchSchema.safeParse(sent).success).toBe(false);
    expect(read?.('no document').next()).toMatchObject({ done: true, value: { ok: false } });
  });

  test('is refused with a block that is too large to be checked in one step', () => {
    const blocks = [wait(0), wait(1, { options: { junk: new Array(100_000).fill(0) } })];
    expect(faultsIn({ groups: [{ ...group('g', 0), blocks }] })).toEqual(['groups.0.blocks.1']);
    const nested = wait(0, { options: new Array(10).fill(new Array(20_000).fill([])) });
    expect(faultsIn({ groups: [{ ...group('g', 0), blocks: [nested] }] })).toContain(
      'groups.0.blocks.0',
    );
    expect(faultsIn({ groups: [7] })).toEqual(['groups.0']);
  });
});

test('the id of a part has a limited length', () => {
  const id = 'x'.repeat(1_001);
  expect(faultsIn({ groups: [group(id, 0)], variables: [{ id, name: '' }] })).toEqual([
    'groups.0.id',
    'variables.0.id',
  ]);
  expect(faultsIn({ groups: [group(id.slice(1), 0)] })).toEqual([]);
});
