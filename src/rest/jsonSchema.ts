import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type GraphQLScalarType,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';
import { describeScalar as describedScalar, type JsonSchema } from '../graphql/jsonSchema.js';
import { isRecord } from '../graphql/record.js';
import { wordOf } from './words.js';

export type { JsonSchema } from '../graphql/jsonSchema.js';

/** Named schemas, filled while types are described. */
export type Components = Map<string, JsonSchema>;

/** What the scalars of GraphQL itself, and ours without a zod schema, are in JSON. */
const plainScalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/**
 * The JSON Schema of a GraphQL type: of an object only what `selection` asks for, of an input object the members in
 * `only`. Named scalars become components.
 */
export function describeType(
  type: GraphQLType,
  components: Components,
  selection?: SelectionSetNode,
): JsonSchema {
  if (!isNonNullType(type)) {
    return { anyOf: [describeSet(type, components, selection), { type: 'null' }] };
  }
  return describeSet(type.ofType, components, selection);
}

function describeSet(
  type: GraphQLType,
  components: Components,
  selection?: SelectionSetNode,
): JsonSchema {
  if (isListType(type)) {
    return { type: 'array', items: describeType(type.ofType, components, selection) };
  }
  if (isEnumType(type)) {
    return { type: 'string', enum: type.getValues().map(({ name }) => wordOf(type.name, name)) };
  }
  if (isScalarType(type)) return describeScalar(type, components);
  if (isObjectType(type)) {
    const fields = type.getFields();
    const selected = (selection?.selections ?? []).flatMap((node) => {
      const field = node.kind === 'Field' ? fields[node.name.value] : undefined;
      return field && node.kind === 'Field' ? [{ field, node }] : [];
    });
    return objectOf(
      selected.map(({ field, node }) => {
        const described = describeType(field.type, components, node.selectionSet);
        const name = node.alias?.value ?? field.name;
        return { ...field, name, schema: described, isRequired: true };
      }),
    );
  }
  if (isInputObjectType(type)) {
    return objectOf(
      Object.values(type.getFields()).map((field) => ({
        ...field,
        schema: describeType(field.type, components),
        isRequired: isNonNullType(field.type),
      })),
    );
  }
  throw new Error(`REST has no shape for the type ${String(type)}`);
}

/** A member of an object that is described. */
export interface Member {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The schema of an object with these members. */
export function objectOf(members: readonly Member[]): JsonSchema {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = members.map(({ name, description, schema }) => [
    name,
    description ? { ...schema, description } : schema,
  ]);
  return {
    type: 'object',
    ...(members.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}

function describeScalar(type: GraphQLScalarType, components: Components): JsonSchema {
  const plain = plainScalars[type.name];
  if (plain) return plain;
  if (!components.has(type.name)) addComponents(type, components);
  return { $ref: `${COMPONENTS}${type.name}` };
}

const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** A component for the scalar and each part of its values; a part is the same wherever it stands. */
function addComponents(type: GraphQLScalarType, components: Components): void {
  const { schema, parts } = describedScalar(type);
  const named = { ...parts, [type.name]: schema };
  for (const [name, part] of Object.entries(named)) {
    components.set(name, { ...recordOf(withReferences(part)), ...discriminatorOf(part, parts) });
  }
}

/**
 * The schema with its references as OpenAPI has them. Of a list that begins with certain entries all entries are described
 * alike, because generators of clients take it for one that has no others.
 */
function withReferences(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withReferences);
  if (!isRecord(part)) return part;
  const { prefixItems: _first, ...all } = part;
  const members = Object.entries('items' in part ? all : part).map(([key, value]) => {
    const isReference = key === '$ref' && typeof value === 'string';
    return [key, isReference ? value.replace(DEFS, COMPONENTS) : withReferences(value)];
  });
  return Object.fromEntries(members);
}

/** Members that tell of which kind a part is. */
const TAGS = ['kind', 'type'];

/** Tells generators of clients by which value of which member a part is of which kind. */
function discriminatorOf(
  { oneOf }: JsonSchema,
  parts: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const names = [oneOf].flat().flatMap((one) => {
    const reference = recordOf(one)['$ref'];
    return typeof reference === 'string' ? [reference.slice(DEFS.length)] : [];
  });
  const kindOf = (name: string, tag: string): unknown =>
    recordOf(recordOf(parts[name]?.['properties'])[tag])['const'];
  const tag = TAGS.find((one) => names.every((name) => typeof kindOf(name, one) === 'string'));
  if (names.length === 0 || tag === undefined) return {};
  const mapping = names.map((name) => [String(kindOf(name, tag)), `${COMPONENTS}${name}`] as const);
  return { discriminator: { propertyName: tag, mapping: Object.fromEntries(mapping) } };
}

function recordOf(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
