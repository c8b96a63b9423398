import { isScalarType, type GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import {
  kindsOf,
  kindsOfParts,
  servedParts,
  type PartKind,
  type PartKinds,
} from '../schema/kindsOfParts.js';
import { documentedSchemaOf, servedNameOf, urnOf } from '../schema/scalar.js';
import { toJsonSchema } from '../schema/zodJson.js';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema, with the parts to which it refers as `#/$defs/<name>`. */
export interface Described {
  readonly schema: JsonSchema;
  readonly parts: Readonly<Record<string, JsonSchema>>;
}

/** The JSON Schema of the values of a scalar. */
export function describeScalar(type: GraphQLScalarType): Described {
  const schema = documentedSchemaOf(type);
  if (!schema) throw new Error(`The scalar ${type.name} has no schema`);
  const described = describeSchema(schema);
  // The description is the scalar's: that of its schema is for where the schema is a member.
  return { ...described, schema: { ...described.schema, description: type.description } };
}

/** The complete JSON Schemas of all documents without a public standard, by the names under which they are served. Computed in steps. */
export function* documentsOf(
  schema: GraphQLSchema,
): Generator<undefined, ReadonlyMap<string, JsonSchema>> {
  yield* prepareKinds();
  const scalars = Object.values(schema.getTypeMap()).filter(isScalarType);
  const found = new Map<string, JsonSchema>();
  for (const scalar of scalars) {
    yield;
    const name = servedNameOf(scalar);
    if (name !== undefined) found.set(name, wholeOf(name, describeScalar(scalar)));
  }
  for (const [name, { schema: part, description }] of Object.entries(servedParts)) {
    const described = describeSchema(part);
    found.set(name, wholeOf(name, { ...described, schema: { ...described.schema, description } }));
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function wholeOf(name: string, { schema, parts }: Described): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: urnOf(name),
    title: name,
    ...schema,
    ...(Object.keys(parts).length > 0 && { $defs: parts }),
  };
}

/** The JSON Schema of a zod schema. Schemas with an `id` become parts, and so does each kind of a part that has kinds. */
function describeSchema(schema: z.ZodType): Described {
  // As a member, because zod writes out a part that is the root.
  const { properties = {}, $defs = {} } = toJsonSchema(z.object({ it: schema }));
  const parts = Object.entries($defs).map(([name, { id: _id, ...part }]) => {
    const kinds = kindsOf(name);
    return kinds ? describeKinds(name, part, kinds) : { [name]: part };
  });
  return { schema: bare(properties['it']), parts: merged(parts) };
}

/** A member as an object: zod never writes one as `true` or `false`. */
function bare(part: unknown): JsonSchema {
  return { ...(typeof part === 'object' && part) };
}

/** The described kinds, which all documents share. */
const known = new Map<PartKind, Described>();

function describeKind(kind: PartKind): Described {
  const described = known.get(kind) ?? describeSchema(kind.schema);
  known.set(kind, described);
  return described;
}

/** Describes all kinds of parts in steps, so that describing a document with them is a short step. */
export function* prepareKinds(): Generator<undefined, void> {
  for (const kind of kindsOfParts()) {
    describeKind(kind);
    yield;
  }
}

/** Describes a part with several kinds: one of the known ones, or an unknown one, whose discriminator is any other text. */
function describeKinds(name: string, general: JsonSchema, part: PartKinds): Described['parts'] {
  const { kinds, unknown } = part;
  const described = kinds.map((kind) => ({ ...kind, ...describeKind(kind) }));
  const known = { oneOf: kinds.map((kind) => refTo(kind.name)) };
  return {
    ...(unknown === undefined
      ? { [name]: known }
      : {
          [name]: { anyOf: [`Known${name}`, unknown].map(refTo) },
          [`Known${name}`]: known,
          [unknown]: unknownKind(general, part),
        }),
    ...merged(described.map(({ parts }) => parts)),
    ...Object.fromEntries(
      described.map(({ name: kind, summary, schema }) => [
        kind,
        { ...schema, description: summary },
      ]),
    ),
  };
}

function unknownKind(general: JsonSchema, { kinds, tag }: PartKinds): JsonSchema {
  const properties = bare(general['properties']);
  const other = { type: 'string', not: { enum: kinds.map(({ type }) => type) } };
  return {
    ...general,
    description: 'Of a kind that this server does not know',
    properties: { ...properties, [tag]: { ...bare(properties[tag]), ...other } },
  };
}

function merged(parts: readonly Described['parts'][]): Described['parts'] {
  return Object.fromEntries(parts.flatMap(Object.entries<JsonSchema>));
}

function refTo(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}
