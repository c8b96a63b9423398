import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { blocksPage } from '../src/cli/blocksPage.js';
import { KINDS, VALUE_KINDS } from '../src/engine/index.js';
import type { ValueKind } from '../src/engine/blocks/kind/valueKind.js';

test('the page of all blocks is what the blocks say themselves (npm run blocks writes it)', () => {
  const page = readFileSync(new URL('../docs/blocks.md', import.meta.url), 'utf8');
  expect(page).toBe(`${blocksPage()}\n`);
});

test('the page shows every kind of block and of value with what it is for', () => {
  const page = blocksPage();
  for (const { type, summary } of [...KINDS, ...VALUE_KINDS]) {
    expect(page).toContain(`### \`${type}\`\n\n${summary}`);
  }
});

test.each(KINDS.map((kind) => [kind.type, kind] as const))(
  'the example of "%s" is such a block',
  (type, { schema, example }) => {
    const block = { id: 'b1', type, ...example };
    expect(schema.safeParse(block).error?.issues ?? []).toEqual([]);
  },
);

test('the examples of values are such options', () => {
  for (const { schema, example = {} } of VALUE_KINDS.map((kind): ValueKind => kind)) {
    expect(schema.safeParse(example).error?.issues ?? []).toEqual([]);
  }
});
