import { GraphQLScalarType, valueFromASTUntyped, type GraphQLNamedType } from 'graphql';
import { z } from 'zod';
import { issuesIn, piecesOfDocument, type ReadInPieces } from '../engine/index.js';
import { invalid, oneOf } from '../errors/errors.js';

/**
 * Replaces zod's messages for missing values and for values outside a list, so that they read the same wherever they
 * are checked.
 */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' || issue.code === 'invalid_value')
      if (issue.input === undefined) return 'Required';
    return issue.code === 'invalid_value' && issue.values.length > 1
      ? oneOf(issue.values)
      : undefined;
  },
});

declare module 'graphql' {
  /** What `scalarOf` adds to a scalar. */
  interface GraphQLScalarTypeExtensions {
    readonly jsonSchema?: () => z.core.JSONSchema.BaseSchema;
  }
}

/** The name of a scalar made from a zod schema, and its rule. */
export interface ScalarOptions<S extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /** The schema shown in the docs, where `schema` accepts more than callers should send. */
  readonly documented?: z.ZodType;
}

/**
 * A named GraphQL scalar whose rule is a zod schema: sent values are parsed by it (a fault is a `VALIDATION` failure
 * with one issue for each fault), replies are passed on as they are, so that absent keys stay absent and unknown keys
 * survive.
 */
export function scalarOf<S extends z.ZodType>(options: ScalarOptions<S>): GraphQLScalarType {
  const { name, description, schema, documented = schema } = options;
  const parse = (value: unknown): z.infer<S> => parseWith(schema, value);
  return new GraphQLScalarType({
    name,
    description,
    parseValue: parse,
    parseLiteral: (node, variables) => parse(valueFromASTUntyped(node, variables)),
    extensions: {
      readInPieces: piecesOfDocument(schema),
      memberNames: documented instanceof z.ZodObject ? Object.keys(documented.shape) : [],
      // The schema that the OpenAPI component derives from.
      jsonSchema: () => z.toJSONSchema(documented, { io: 'input', unrepresentable: 'any' }),
    },
  });
}

/** Reads a value of this type in steps and caches the result for the type itself; undefined where values are small. */
export function pieceReaderOf({ extensions }: GraphQLNamedType): ReadInPieces | undefined {
  // Set only by `scalarOf`.
  return extensions['readInPieces'] as ReadInPieces | undefined;
}

/** The members that the docs list for values of this type; none where it is no object. */
export function memberNamesOf({ extensions }: GraphQLNamedType): readonly string[] {
  // Set only by `scalarOf`.
  return (extensions['memberNames'] ?? []) as readonly string[];
}

function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(issuesIn(parsed.error));
}
