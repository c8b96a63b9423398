import { describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { example } from '../../src/engine/blocks/_example.js';
import {
  blockSchema,
  BUBBLES,
  INPUTS,
  isKnownType,
  kindOf,
  KINDS,
} from '../../src/engine/blocks/index.js';
import { unknown } from '../../src/engine/blocks/unknown.js';
import { VALUE_KINDS, valueKindOf } from '../../src/engine/blocks/values/index.js';
import { recordAt } from '../support/parts.js';

const folder = new URL('../../src/engine/blocks/', import.meta.url);

/** Every kind that the files of a folder export, with its file. */
async function kindsIn(name: string): Promise<Map<unknown, string>> {
  const files = readdirSync(new URL(`${name}/`, folder)).filter((file) => file !== 'index.ts');
  const found = new Map<unknown, string>();
  for (const file of files) {
    const module: unknown = await import(
      `../../src/engine/blocks/${name}/${file.replace(/\.ts$/, '.js')}`
    );
    for (const kind of Object.values(recordAt(module)))
      found.set(kind, `src/engine/blocks/${name}/${file}`);
  }
  return found;
}

/** The list that has the kinds of each family. */
const LISTS = { bubble: 'BUBBLES', input: 'INPUTS', logic: 'KINDS', integration: 'KINDS' };

/** The differences between the kinds of a folder and those that `index` lists. */
async function misplacedIn(
  name: string,
  listed: readonly { readonly type: string }[],
  index: string,
): Promise<string[]> {
  const found = await kindsIn(name);
  const kinds: readonly unknown[] = listed;
  const bare = [...found].filter(([kind]) => !kinds.includes(kind));
  const strays = listed.filter((kind) => !found.has(kind));
  return [
    ...bare.map(([, file]) => `${file}: add its export to ${index}, or correct its family`),
    ...strays.map(({ type }) => `"${type}" of ${index}: its file belongs in the folder ${name}`),
  ];
}

describe('the list of kinds', () => {
  test('has every kind that has a file, each in the folder of its family', async () => {
    const families = [
      ['bubbles', 'bubble'],
      ['inputs', 'input'],
      ['logic', 'logic'],
      ['integrations', 'integration'],
    ] as const;
    for (const [name, family] of families) {
      const listed = KINDS.filter((kind) => kind.family === family);
      const index = `${LISTS[family]} of src/engine/blocks/index.ts`;
      expect(await misplacedIn(name, listed, index)).toEqual([]);
    }
    expect(KINDS.filter(({ family }) => family === 'bubble')).toEqual(BUBBLES);
    expect(KINDS.filter(({ family }) => family === 'input')).toEqual(INPUTS);
    const index = 'src/engine/blocks/values/index.ts';
    expect(await misplacedIn('values', VALUE_KINDS, index)).toEqual([]);
  });

  test('has each type once, with its purpose', () => {
    for (const kinds of [KINDS, VALUE_KINDS]) {
      const types = kinds.map(({ type }) => type);
      expect(new Set(types).size).toBe(types.length);
      for (const { summary } of kinds) expect(summary).toMatch(/^[A-Z].+\.$/);
    }
  });

  test('has a parser for every input, and for no other kind', () => {
    for (const kind of KINDS) expect('parseReply' in kind).toBe(kind.family === 'input');
  });

  test('finds a kind by its type, and the unknown kind for any other type', () => {
    for (const kind of KINDS) expect(kindOf(kind.type)).toBe(kind);
    expect(kindOf('teleport')).toBe(unknown);
    expect(isKnownType('Jump')).toBe(true);
    expect(isKnownType('constructor')).toBe(false);
    expect(valueKindOf(undefined)?.type).toBe('Custom');
    expect(valueKindOf('Horoscope')).toBeUndefined();
  });

  test('does not contain the example, whose schema is valid too', () => {
    expect(isKnownType(example.type)).toBe(false);
    expect(example.schema.safeParse({ id: 'b', type: 'greeting', extra: 1 }).data).toEqual({
      id: 'b',
      type: 'greeting',
      extra: 1,
    });
  });
});

describe('the shape of a block', () => {
  test('is that of its kind, and unknown members are kept', () => {
    const block = { id: 'b', type: 'Wait', options: { secondsToWaitFor: '1', later: true } };
    expect(blockSchema.parse(block)).toEqual(block);
    expect(
      blockSchema.safeParse({ id: 'b', type: 'Wait', options: { secondsToWaitFor: 1 } }),
    ).toMatchObject({
      success: false,
      error: { issues: [{ errors: [[{ path: ['options', 'secondsToWaitFor'] }], [{}]] }] },
    });
  });

  test('is free for an unknown type', () => {
    const block = { id: 'b', type: 'teleport', anything: 1 };
    expect(blockSchema.parse(block)).toEqual(block);
  });
});
