import { GraphQLScalarType, valueFromASTUntyped, type GraphQLNamedType } from 'graphql';
import { z } from 'zod';
import { piecesOfDocument, type ReadInPieces } from '../engine/index.js';
import { invalid, oneOf, type Issue } from '../errors/errors.js';

/** What is missing, and what is none of some values, is said in the same words wherever it is checked. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' || issue.code === 'invalid_value')
      if (issue.input === undefined) return 'Required';
    return issue.code === 'invalid_value' && issue.values.length > 1
      ? oneOf(issue.values)
      : undefined;
  },
});

/** What a scalar made from a zod schema is called, and its rule. */
export interface ScalarOptions<S extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /** What to show in the docs where `schema` takes more than callers should send. */
  readonly documented?: z.ZodType;
}

/**
 * A named GraphQL scalar whose rule is a zod schema: sent values are parsed by it (a fault is a `VALIDATION` failure
 * with one issue each), replies are passed on as they are, so that absent keys stay absent and unknown keys survive.
 */
export function scalarOf<S extends z.ZodType>(options: ScalarOptions<S>): GraphQLScalarType {
  const { name, description, schema, documented = schema } = options;
  const parse = (value: unknown): z.infer<S> => parseWith(schema, value);
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node, variables) => parse(valueFromASTUntyped(node, variables)),
    extensions: {
      readInPieces: piecesOfDocument(schema),
      memberNames: documented instanceof z.ZodObject ? Object.keys(documented.shape) : [],
      // OpenAPI derives its component from here.
      jsonSchema: () => z.toJSONSchema(documented, { io: 'input', unrepresentable: 'any' }),
    },
  });
}

/** What reads a value of this type in steps, so that the type itself finds it read; undefined where values are small. */
export function pieceReaderOf({ extensions }: GraphQLNamedType): ReadInPieces | undefined {
  // Only `scalarOf` sets it.
  return extensions['readInPieces'] as ReadInPieces | undefined;
}

/** The members that the docs show of values of this type; none where it is no object. */
export function memberNamesOf({ extensions }: GraphQLNamedType): readonly string[] {
  // Only `scalarOf` sets it.
  return (extensions['memberNames'] ?? []) as readonly string[];
}

function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(issueOf));
}

function issueOf({ path, message }: z.core.$ZodIssue): Issue {
  return { path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)), message };
}
