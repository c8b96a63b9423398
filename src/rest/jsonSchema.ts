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
import { shareParts } from './sharedParts.js';
import { wordOf } from './words.js';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

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
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

function describeScalar(type: GraphQLScalarType, components: Components): JsonSchema {
  const plain = plainScalars[type.name];
  if (plain) return plain;
  if (!components.has(type.name)) {
    components.set(type.name, shareParts(componentOf(type), components));
  }
  return { $ref: `#/components/schemas/${type.name}` };
}

function componentOf(type: GraphQLScalarType): JsonSchema {
  const { jsonSchema } = type.extensions;
  if (!jsonSchema) throw new Error(`The scalar ${type.name} has no schema`);
  // The scalar says what it is for; its schema may have a description for where it is a member.
  const { $schema, description, ...schema } = jsonSchema();
  return { description: type.description, ...schema };
}
