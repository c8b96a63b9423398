import {
  GraphQLNonNull,
  Kind,
  OperationTypeNode,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { describeType, objectOf, type Components, type JsonSchema } from './jsonSchema.js';
import { partAt } from './reply.js';
import type { Route } from './route.js';

/** The GraphQL schema, and the components described so far. */
export interface Described {
  readonly schema: GraphQLSchema;
  readonly components: Components;
}

/** The JSON Schema of an endpoint's reply, made from the parts of the operation's data that the route names. */
export function describeReply(about: Described, route: Route, document: DocumentNode): JsonSchema {
  const { reply, means } = route;
  if (typeof reply === 'string') {
    return describePart(about, { route, document, path: reply }).schema;
  }
  return objectOf(
    Object.entries(reply).map(([name, path]) => {
      const { schema, description } = describePart(about, { route, document, path });
      return { name, description: means?.[name] ?? description, schema, isRequired: true };
    }),
  );
}

interface ReplyPart {
  readonly route: Route;
  readonly document: DocumentNode;
  readonly path: string;
}

/**
 * Describes the part of an operation's data at a path. It is nullable if something on the way is, except what the route reports as missing,
 * and payloads of mutations, whose failures fail the request: of these only what is null in the example.
 */
function describePart(
  about: Described,
  { route, document, path }: ReplyPart,
): { schema: JsonSchema; description: string | undefined } {
  const operation = operationOf(document);
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const names = path.split('.');
  let part: Part = {
    type: about.schema.getRootType(operation.operation),
    selection: operation.selectionSet,
    description: undefined,
  };
  let isNullable = isNullInPayload(operation, route, path);
  for (const [index, name] of names.entries()) {
    part = partOf(part, name);
    const isRefused = route.missing?.[names.slice(0, index + 1).join('.')] !== undefined;
    isNullable ||= isQuery && !isRefused && !isNonNullType(part.type);
  }
  const { type, selection, description } = part;
  if (!type) {
    throw new Error(`${route.path} replies with ${path}, which its operation does not ask for`);
  }
  const words = route.words?.[path];
  const schema = words
    ? { type: 'string', enum: [...new Set(Object.values(words))] }
    : describeType(new GraphQLNonNull(getNullableType(type)), about.components, selection);
  return { schema: isNullable ? { anyOf: [schema, { type: 'null' }] } : schema, description };
}

/** Whether a member of the payload of a mutation is null in the example of the route. */
function isNullInPayload(
  { operation }: OperationDefinitionNode,
  { reply, example }: Route,
  path: string,
): boolean {
  if (operation !== OperationTypeNode.MUTATION) return false;
  return Object.entries(reply).some(
    ([name, from]) => from === path && partAt(example.reply, name) === null,
  );
}

/** A place in an operation: its type and selection. */
interface Part {
  readonly type: GraphQLOutputType | null | undefined;
  readonly selection: SelectionSetNode | undefined;
  /** The description of its field. */
  readonly description: string | undefined;
}

function partOf({ type, selection }: Part, name: string): Part {
  const node = selection?.selections.find(
    (other) => other.kind === Kind.FIELD && other.name.value === name,
  );
  if (node?.kind !== Kind.FIELD) {
    return { type: undefined, selection: undefined, description: undefined };
  }
  const parent = type && getNamedType(type);
  const hasFields = isObjectType(parent) || isInterfaceType(parent);
  const field = hasFields ? parent.getFields()[name] : undefined;
  return {
    type: field?.type,
    selection: node.selectionSet,
    description: field?.description ?? undefined,
  };
}

/** The one operation of a stored document. */
export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const [definition] = document.definitions;
  if (definition?.kind === Kind.OPERATION_DEFINITION) return definition;
  throw new Error('A route has exactly one operation');
}
