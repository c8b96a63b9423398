import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { isJsonRecord } from '../../src/engine/documents/jsonRecord.js';
import { svgOf } from '../../src/engine/blocks/kind/icons.js';
import { describeFields, field, type FieldDescription, KINDS } from '../../src/engine/index.js';
import { settingsSchema } from '../../src/engine/documents/settings.js';
import { themeSchema } from '../../src/engine/documents/theme.js';
import { credentialsFields } from '../../src/schema/credentialsData.js';
import { blocksByKind, valuesByKind } from '../support/anyBlock.js';
import { fc } from '../support/properties.js';

const hidden = ['id', 'type', 'outgoingEdgeId'];
const fieldsOfKind = new Map<string, readonly FieldDescription[]>(
  KINDS.map(({ type, schema }) => [type, describeFields({ schema, texts: 'READ', hidden })]),
);
const documents: [string, readonly FieldDescription[]][] = [
  ...fieldsOfKind,
  ['theme', describeFields({ schema: themeSchema, texts: 'LITERAL' })],
  ['settings', describeFields({ schema: settingsSchema, texts: 'LITERAL' })],
];

describe('a kind of block', () => {
  const offered = KINDS.filter(({ isRetired }) => !isRetired);

  test('has a name and a picture that no other kind has', () => {
    for (const of of [
      offered.map(({ label }) => label.toLowerCase()),
      offered.map(({ icon }) => svgOf(icon)),
    ])
      expect(new Set(of).size).toBe(of.length);
  });

  test('says in one sentence what it does, without names from code', () => {
    const unclear = offered.filter(
      ({ summary, label }) =>
        !/^[A-Z].*\.$/.test(summary) ||
        /[a-z][A-Z](?![A-Z]|outer)/.test(
          label.replace(/OpenAI|NocoDB|ChatNode|DeepSeek|ElevenLabs|PostHog/g, ''),
        ),
    );
    expect(unclear.map(({ type }) => type)).toEqual([]);
  });
});

describe.each(documents)('each field of %s', (_name, fields) => {
  const paths = new Set(fields.map(({ path }) => path));

  test('has a title and a help that people can read', () => {
    const unclear = fields.filter(
      ({ title, help }) =>
        !/^[A-Z]/.test(title) || /[a-z][A-Z]/.test(title) || !/^[^a-z].*\.$/s.test(help),
    );
    expect(unclear.map(({ path, title, help }) => [path, title, help])).toEqual([]);
  });

  test('depends only on fields that exist, and names credentials of a type that exists', () => {
    const others = fields.flatMap(({ showsWhen, listedBy = [] }) => [
      ...showsWhen.map(({ path }) => path),
      ...listedBy,
    ]);
    expect(others.filter((path) => !paths.has(path))).toEqual([]);
    const types = fields.flatMap(({ control, credentialsType }) =>
      control === 'CREDENTIALS' ? [credentialsType ?? 'none'] : [],
    );
    expect(types.filter((type) => credentialsFields(type).length === 0)).toEqual([]);
  });

  test('has a default that its choices and bounds allow', () => {
    const wrong = fields.filter(({ default: usual, choices, min = -Infinity, max = Infinity }) =>
      choices.length > 0
        ? usual !== undefined && !choices.some(({ value }) => value === usual)
        : typeof usual === 'number' && (usual < min || usual > max),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('is the only one of its path that shows at a time', () => {
    const together = fields.filter((one, place) =>
      fields
        .slice(place + 1)
        .some(
          (other) =>
            other.path === one.path && !one.showsWhen.some((when) => excludes(when, other)),
        ),
    );
    expect(together.map(({ path }) => path)).toEqual([]);
  });
});

type Condition = FieldDescription['showsWhen'][number];

function excludes({ path, in: values }: Condition, { showsWhen }: FieldDescription): boolean {
  return showsWhen.some(
    (other) => other.path === path && !other.in.some((one) => values.includes(one)),
  );
}

/** The paths of all members in a value that are no objects; those of rich text end where it begins. */
function pathsIn(value: unknown, path: string): string[] {
  if (path === 'content.richText') return [path];
  if (Array.isArray(value)) return value.flatMap((entry) => pathsIn(entry, `${path}[]`));
  if (!isJsonRecord(value)) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    pathsIn(member, path === '' ? name : `${path}.${name}`),
  );
}

describe('the fields of a kind of block hold every member of such a block', () => {
  test.each([
    ...blocksByKind(),
    ...[...valuesByKind()].map(([name, block]) => [`Set variable: ${name}`, block] as const),
  ])('%s', (name, blocks) => {
    const fields = fieldsOfKind.get(name.replace(/: .*/, '')) ?? [];
    const known = new Set([...fields.map(({ path }) => path), ...hidden]);
    fc.assert(
      fc.property(blocks, (block) => {
        expect(pathsIn(block, '').filter((path) => !known.has(path))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the fields of a document that I describe by a schema', () => {
  const described = (schema: z.ZodType) => describeFields({ schema, texts: 'READ' });
  const ask = 'What it is';
  const note = z.string().optional();

  test('are none if it has no members', () => {
    expect(described(z.string())).toEqual([]);
  });

  test('are those of all its alternatives if nothing tells these apart', () => {
    const schema = z.union([z.looseObject({ url: note }), z.looseObject({ blob: z.number() })]);
    expect(described(schema)).toMatchObject([
      { path: 'url', control: 'TEXT', isRequired: false, showsWhen: [] },
      { path: 'blob', control: 'NUMBER', isRequired: true, showsWhen: [] },
    ]);
  });

  test('show with the word that tells its alternatives apart, unless all have them', () => {
    const type = (word: string, label: string) =>
      z.literal(word).meta(field(ask, { labels: { [word]: label } }));
    const schema = z.union([
      z.looseObject({ type: type('image', 'A picture'), url: note, alt: note, note }),
      z.looseObject({ type: type('video', 'A film'), url: note, height: z.number(), note }),
      z.looseObject({ type: type('text', 'Words'), note }),
    ]);
    expect(described(schema)).toMatchObject([
      {
        path: 'type',
        control: 'CHOICE',
        choices: [
          { value: 'image', label: 'A picture' },
          { value: 'video', label: 'A film' },
          { value: 'text', label: 'Words' },
        ],
        isRequired: true,
      },
      { path: 'url', showsWhen: [{ path: 'type', in: ['image', 'video'] }] },
      { path: 'alt', showsWhen: [{ path: 'type', in: ['image'] }] },
      { path: 'note', showsWhen: [] },
      { path: 'height', showsWhen: [{ path: 'type', in: ['video'] }] },
    ]);
  });

  test('may leave open which alternative it is if one of them may', () => {
    const schema = z.union([
      z.looseObject({ type: z.literal('image') }),
      z.looseObject({ type: z.literal('none').optional() }),
    ]);
    expect(described(schema)).toMatchObject([{ path: 'type', isRequired: false }]);
  });

  test('hold what the entries of a list may be, of whichever list it is', () => {
    const lists = z.union([z.array(z.string()), z.array(z.number())]).meta(field('The answers'));
    expect(described(z.looseObject({ answers: lists }))).toMatchObject([
      { path: 'answers', control: 'LIST', takesVariables: false },
      {
        path: 'answers[]',
        title: 'Answer',
        help: 'The answers.',
        control: 'NUMBER',
        takesVariables: true,
      },
    ]);
  });

  test('depend on no member that the document lacks', () => {
    const model = z
      .string()
      .meta(
        field(ask, {
          showsWhen: { service: ['ours'], region: ['eu'] },
          listedBy: ['service', 'region'],
        }),
      );
    expect(described(z.looseObject({ service: z.string(), model }))[1]).toMatchObject({
      path: 'model',
      showsWhen: [{ path: 'service', in: ['ours'] }],
      listedBy: ['service'],
    });
  });
});
