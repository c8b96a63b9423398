import { z } from 'zod';
import { KINDS } from '../../src/engine/blocks/index.js';
import { VALUE_KINDS } from '../../src/engine/blocks/values/index.js';
import { isJsonRecord, type JsonRecord } from '../../src/engine/documents/jsonRecord.js';
import { fc } from './properties.js';

/** The ids that a random flow uses; some refer to nothing. */
export const IDS = {
  groups: ['A', 'B', 'C', 'D'],
  edges: ['toB', 'toC', 'toC', 'toD', 'toD', 'toD', 'toA', 'toGone'],
  variables: ['vX', 'vList', 'vEmpty'],
};

const TEXTS = [
  '',
  'hello',
  '5',
  '0.5',
  'a@b.co',
  'https://example.com/a.png',
  '2026-01-31 10:30',
  '+33612345678',
  '{{X}}',
  '{{List}}',
  'Hi {{X}} {{= {{X}} + 1 =}} *b*',
  '{"a": "{{X}}"}',
  '["a","b"]',
  'null',
  '/(/',
  '007',
  'Europe/Paris',
];

const LOOSE = { unrepresentable: 'any', io: 'input' } as const;

/** Random blocks of every kind, by kind; their members follow its JSON schema, and their texts are taken from `texts`. */
export function blocksByKind(
  texts: readonly string[] = TEXTS,
): Map<string, fc.Arbitrary<JsonRecord>> {
  return new Map(
    KINDS.map(({ schema, type }) => [
      type,
      valueOf(z.toJSONSchema(schema, LOOSE), texts).map((block) => ({ ...recordOf(block), type })),
    ]),
  );
}

/** Random `Set variable` blocks for every kind of value, by kind. */
export function valuesByKind(
  texts: readonly string[] = TEXTS,
): Map<string, fc.Arbitrary<JsonRecord>> {
  return new Map(
    VALUE_KINDS.map(({ schema, type }) => [
      type,
      fc
        .tuple(valueOf(z.toJSONSchema(schema, LOOSE), texts), fc.constantFrom(...IDS.variables))
        .map(([options, variableId]) => ({
          id: 'set',
          type: 'Set variable',
          options: { ...recordOf(options), type, variableId },
        })),
    ]),
  );
}

/** A random block of any kind. */
export const anyBlock: fc.Arbitrary<JsonRecord> = fc.oneof(
  ...blocksByKind().values(),
  ...valuesByKind().values(),
);

/** A random value that a JSON schema allows; ids come from `IDS`, other texts from `texts`. */
function valueOf(schema: unknown, texts: readonly string[], key = ''): fc.Arbitrary<unknown> {
  const { type, anyOf, oneOf, items, enum: words, const: only, ...rest } = recordOf(schema);
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(words)) return fc.constantFrom(...([words].flat() as unknown[]));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) {
    return fc.oneof(...choices.map((choice: unknown) => valueOf(choice, texts, key)));
  }
  if (Array.isArray(type)) {
    return fc.oneof(
      ...type.map((member: unknown) => valueOf({ ...rest, items, type: member }, texts, key)),
    );
  }
  switch (type) {
    case 'string':
      return fc.constantFrom(...textsFor(key, texts));
    case 'number':
    case 'integer':
      return fc.constantFrom(0, 1, 2, 50);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(items, texts, key), { maxLength: 3 });
    case 'object':
      return objectOf(rest, texts);
    default:
      return fc.constantFrom('x', 1, null);
  }
}

function objectOf(
  { properties, required }: JsonRecord,
  texts: readonly string[],
): fc.Arbitrary<JsonRecord> {
  const names = Array.isArray(required) ? required.map(String) : [];
  // Optional members are present most of the time, or few blocks would have everything they need to run.
  const members = Object.entries(recordOf(properties)).map(([key, schema]) => {
    const member = valueOf(schema, texts, key);
    return [
      key,
      names.includes(key) ? member : fc.option(member, { nil: undefined, freq: 4 }),
    ] as const;
  });
  return fc.record(Object.fromEntries(members)).map(withoutUndefined);
}

function textsFor(key: string, texts: readonly string[]): readonly string[] {
  if (key === 'outgoingEdgeId') return IDS.edges;
  if (key === 'groupId') return [...IDS.groups, 'Gone', '{{X}}'];
  if (key === 'botId') return ['current', 'other', 'gone'];
  if (key === 'blockId') return ['b1', 'gone'];
  if (/variableid$/i.test(key)) return [...IDS.variables, 'gone'];
  if (key === 'id') return ['b1', 'b2', 'b3'];
  return texts;
}

function withoutUndefined(record: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function recordOf(value: unknown): JsonRecord {
  return isJsonRecord(value) ? value : {};
}
