import { describe, expect, test } from '@jest/globals';
import { isJsonRecord } from '../../src/engine/documents/jsonRecord.js';
import { svgOf } from '../../src/engine/blocks/kind/icons.js';
import { describeFields, type FieldDescription, KINDS } from '../../src/engine/index.js';
import { settingsSchema } from '../../src/engine/documents/settings.js';
import { themeSchema } from '../../src/engine/documents/theme.js';
import { credentialsFields } from '../../src/schema/credentialsData.js';
import { blocksByKind, valuesByKind } from '../support/anyBlock.js';
import { fc } from '../support/properties.js';

const hidden = ['id', 'type', 'outgoingEdgeId'];
const fieldsOfKind = new Map<string, readonly FieldDescription[]>(
  KINDS.map(({ type, schema }) => [type, describeFields({ schema, takesVariables: true, hidden })]),
);
const documents: [string, readonly FieldDescription[]][] = [
  ...fieldsOfKind,
  ['theme', describeFields({ schema: themeSchema, takesVariables: false })],
  ['settings', describeFields({ schema: settingsSchema, takesVariables: false })],
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
