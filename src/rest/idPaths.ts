import {
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  typeFromAST,
} from 'graphql';
import { invalid } from '../errors.js';

/** The names that lead to an id within the variables of an operation. */
type IdPath = readonly string[];

/**
 * Where the variables of a stored operation hold ids. GraphQL takes a whole number for an id, but in REST ids are texts, and
 * a number must be refused.
 */
export function idPathsOf(schema: GraphQLSchema, document: DocumentNode): readonly IdPath[] {
  return document.definitions.flatMap((definition) =>
    definition.kind !== Kind.OPERATION_DEFINITION
      ? []
      : (definition.variableDefinitions ?? []).flatMap(({ variable, type }) => {
          const known = typeFromAST(schema, type);
          return isInputType(known) ? idPathsIn(known, [variable.name.value]) : [];
        }),
  );
}

function idPathsIn(type: GraphQLInputType, path: IdPath): IdPath[] {
  const named = getNamedType(type);
  if (named.name === 'ID') return [path];
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap(({ name, type: inner }) =>
    idPathsIn(inner, [...path, name]),
  );
}

/** Fails where a number was sent for an id. */
export function assertIdTexts(paths: readonly IdPath[], variables: Record<string, unknown>): void {
  const faulty = paths.filter((path) => isNumeric(path.reduce(memberOf, variables)));
  if (faulty.length === 0) return;
  throw invalid(
    faulty.map((path) => ({ path: path.filter((name) => name !== 'input'), message: TEXT })),
  );
}

const TEXT = 'Must be a text';

function memberOf(holder: unknown, name: string): unknown {
  return Object(holder)[name];
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (Array.isArray(value) && value.some(isNumeric));
}
