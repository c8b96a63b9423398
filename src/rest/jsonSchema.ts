import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
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

/** The JSON Schemas of GraphQL's own scalars, and of ours without a zod schema. */
const plainScalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/** The JSON Schema of a GraphQL type. An object has only the fields in `selection`. Named scalars become components. */
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
        isRequired: isRequiredInputField(field),
      })),
    );
  }
  throw new Error(`REST has no shape for the type ${String(type)}`);
}

/** A member of a described object. */
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

/** Adds components for the scalar and each part of its values. A part is the same in all scalars. */
function addComponents(type: GraphQLScalarType, components: Components): void {
  const { schema, parts } = describedScalar(type);
  const named = { ...parts, [type.name]: schema };
  for (const [name, part] of Object.entries(named)) {
    components.set(name, { ...recordOf(withReferences(part)), ...discriminatorOf(part, parts) });
  }
}

/**
 * Converts the references of a schema to those of OpenAPI. All entries of a tuple are described alike, because client generators take
 * `prefixItems` for the only entries.
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

/** The discriminators of parts. */
const TAGS = ['kind', 'type'];

/** The discriminator of a part with several kinds, for client generators. */
function discriminatorOf(
  { oneOf }: JsonSchema,
  parts: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const names = [oneOf].flat().flatMap((alternative) => {
    const reference = recordOf(alternative)['$ref'];
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
