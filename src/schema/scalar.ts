import { GraphQLScalarType, valueFromASTUntyped, type GraphQLNamedType } from 'graphql';
import { z } from 'zod';
import { piecesOfDocument, type ReadInPieces } from '../engine/index.js';
import { issuesIn } from '../checks/issue.js';
import { invalid } from '../errors/errors.js';
import { faultWords } from './faultWords.js';

z.config({ customError: faultWords });

/** The name of a scalar made from a zod schema, and its rule. */
export interface ScalarOptions<S extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /** The schema shown in the docs, where `schema` accepts more than callers should send. */
  readonly documented?: z.ZodType;
  /** The address of the public standard that says what values are; absent where our own JSON Schema does. */
  readonly standard?: string;
}

/**
 * A named GraphQL scalar whose rule is a zod schema: sent values are parsed by it (a fault is a `VALIDATION` failure
 * with one issue for each fault), replies are passed on as they are, so that absent keys stay absent and unknown keys
 * survive.
 */
export function scalarOf<S extends z.ZodType>(options: ScalarOptions<S>): GraphQLScalarType {
  const { name, description, schema, documented = schema, standard } = options;
  const parse = (value: unknown): z.infer<S> => parseWith(schema, value);
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL: standard ?? urnOf(documentNameOf(name)),
    parseValue: parse,
    parseLiteral: (node, variables) => parse(valueFromASTUntyped(node, variables)),
    extensions: {
      readInPieces: piecesOfDocument(schema),
      memberNames: documented instanceof z.ZodObject ? Object.keys(documented.shape) : [],
      documented,
    },
  });
}

/** Reads a value of this type in steps and caches the result for the type itself; undefined where values are small. */
export function pieceReaderOf({ extensions }: GraphQLNamedType): ReadInPieces | undefined {
  // Set only by `scalarOf`.
  return extensions['readInPieces'] as ReadInPieces | undefined;
}

/** What the URNs of our own JSON Schemas begin with. */
const SCHEMAS = 'urn:parley:schemas:';

/** `PublishedBotDocument` is `published-bot`. */
function documentNameOf(scalar: string): string {
  return scalar
    .replace(/Document$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
}

/** The URN of a JSON Schema that is served under this name. */
export function urnOf(name: string): string {
  return `${SCHEMAS}${name}`;
}

/** The name that the JSON Schema of a scalar is served under; undefined where a public standard says what its values are. */
export function servedNameOf({ specifiedByURL }: GraphQLScalarType): string | undefined {
  return specifiedByURL?.startsWith(SCHEMAS) ? specifiedByURL.slice(SCHEMAS.length) : undefined;
}

/** The zod schema that the docs show for values of this type; undefined where it was not made by `scalarOf`. */
export function documentedSchemaOf({ extensions }: GraphQLNamedType): z.ZodType | undefined {
  // Set only by `scalarOf`.
  return extensions['documented'] as z.ZodType | undefined;
}

/** The members that the docs list for values of this type; none where it is not an object. */
export function memberNamesOf({ extensions }: GraphQLNamedType): readonly string[] {
  // Set only by `scalarOf`.
  return (extensions['memberNames'] ?? []) as readonly string[];
}

function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(issuesIn(parsed.error));
}
