import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { blocksPage } from '../src/cli/blocksPage.js';
import { KINDS, VALUE_KINDS } from '../src/engine/index.js';
import type { ValueKind } from '../src/engine/blocks/kind/valueKind.js';

test('the page of all blocks has the descriptions from the code (npm run blocks writes it)', () => {
  const page = readFileSync(new URL('../docs/blocks.md', import.meta.url), 'utf8');
  expect(page).toBe(`${blocksPage()}\n`);
});

test('the page shows every kind of block and of value with its purpose', () => {
  const page = blocksPage();
  for (const { type, summary } of [...KINDS, ...VALUE_KINDS]) {
    expect(page).toContain(`### \`${type}\`\n\n${summary}`);
  }
});

test.each(KINDS.map((kind) => [kind.type, kind] as const))(
  'the example of "%s" fits the schema of its kind',
  (type, { schema, example }) => {
    const block = { id: 'b1', type, ...example };
    expect(schema.safeParse(block).error?.issues ?? []).toEqual([]);
  },
);

test('the examples of values fit their schemas', () => {
  for (const { schema, example = {} } of VALUE_KINDS.map((kind): ValueKind => kind)) {
    expect(schema.safeParse(example).error?.issues ?? []).toEqual([]);
  }
});
