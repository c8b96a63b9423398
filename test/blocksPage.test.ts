import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { blocksPage } from '../src/cli/blocksPage.js';
import { credentialsPage } from '../src/cli/credentialsPage.js';
import type { ValueKind } from '../src/engine/blocks/kind/valueKind.js';
import { KINDS, servicesOf, VALUE_KINDS } from '../src/engine/index.js';
import { credentialsDataSchema } from '../src/schema/credentialsData.js';
import { chat } from './support/chat.js';
import { flowOf } from './support/flowOf.js';

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

/** Effects that send no data to other machines. */
const INSIDE = new Set(['loadBot', 'evaluate']);

/** Client actions that load from or send to other hosts, as `listenForWebhook`, `wait` and variables do not. */
const ELSEWHERE = [
  'scriptToExecute',
  'codeToExecute',
  'redirect',
  'supportWidget',
  'analytics',
  'trackingPixel',
  'image',
  'video',
  'audio',
  'embed',
  'custom-embed',
  'picture choice input',
  'cards',
];

test('every kind that sends data elsewhere, or has the client do so, documents what leaves this machine', () => {
  const asking = new Set<string>();
  for (const { type, example } of KINDS) {
    const block = { id: 'b', type, ...example };
    if (servicesOf(block).length > 0) asking.add(type);
    const turns = chat(flowOf({ groups: { Start: [block] } }), [], {
      isPreview: false,
      answer: ({ kind }) => {
        if (!INSIDE.has(kind)) asking.add(type);
        return { ok: false, error: 'No' };
      },
    });
    for (const { events } of turns)
      for (const event of events)
        if (ELSEWHERE.some((one) => JSON.stringify(event).includes(`"type":"${one}"`)))
          asking.add(type);
  }
  expect([...asking]).toEqual(expect.arrayContaining(['embed', 'Code', 'Analytics', 'gmail']));
  const silent = KINDS.filter(({ type, leaves }) => asking.has(type) !== (leaves !== undefined));
  expect(silent.map(({ type }) => type)).toEqual([]);
});

test('every kind with effects documents what happens when a turn is attempted again', () => {
  const silent = KINDS.filter(
    (kind) => servicesOf({ id: 'b', type: kind.type }).length > 0 && kind.repeats === undefined,
  );
  expect(silent.map(({ type }) => type)).toEqual(['cal-com']);
});

const page = readFileSync(new URL('../docs/credentials.md', import.meta.url), 'utf8');

test('the page of credentials has the members from the code (npm run blocks writes it)', () => {
  expect(page).toBe(`${credentialsPage(credentialsDataSchema)}\n`);
});

test('the page lists the members of messenger credentials by the provider of the channel', () => {
  const [, messenger = ''] = page.split('## `messenger`');
  expect(messenger).toMatch(
    /^\n\nWith `provider: "meta"`:[^]*\| `systemUserAccessToken` \| text \|/,
  );
  expect(messenger).toContain('With `provider: "360dialog"`:');
});
