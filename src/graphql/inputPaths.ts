import {
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  typeFromAST,
} from 'graphql';
import { isRecord } from './record.js';

/** A place within the variables of an operation, and the type of its value. */
export interface InputPlace {
  readonly path: readonly string[];
  readonly type: GraphQLNamedInputType;
}

type IsWanted = (type: GraphQLNamedInputType) => boolean;

/** The places of values of certain types in the variables of a document's operations. */
export function inputPlacesOf(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  isWanted: IsWanted,
): readonly InputPlace[] {
  return definitions.flatMap((definition) =>
    definition.kind !== Kind.OPERATION_DEFINITION
      ? []
      : (definition.variableDefinitions ?? []).flatMap(({ variable, type }) => {
          const known = typeFromAST(schema, type);
          return isInputType(known) ? placesIn(known, [variable.name.value], isWanted) : [];
        }),
  );
}

function placesIn(
  type: GraphQLInputType,
  path: readonly string[],
  isWanted: IsWanted,
): InputPlace[] {
  const named = getNamedType(type);
  if (isWanted(named)) return [{ path, type: named }];
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap(({ name, type: inner }) =>
    placesIn(inner, [...path, name], isWanted),
  );
}

/** The value at a place; undefined if there is none. */
export function inputAt(variables: object, { path }: InputPlace): unknown {
  let value: unknown = variables;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  return value;
}
