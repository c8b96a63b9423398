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
  /** The URL of the public standard of its values; absent where our own JSON Schema describes them. */
  readonly standard?: string;
}

/**
 * A GraphQL scalar that validates with a zod schema. Sent values are parsed with it; a failure is a `VALIDATION` failure with all issues.
 * Replies are sent as they are, so that absent members stay absent and unknown ones are kept.
 */
export function scalarOf<S extends z.ZodType>(options: ScalarOptions<S>): GraphQLScalarType {
  const { name, description, schema, documented = schema, standard } = options;
  function parseWith(value: unknown): z.infer<S> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw invalid(issuesIn(parsed.error));
  }
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL: standard ?? urnOf(documentNameOf(name)),
    parseValue: parseWith,
    parseLiteral: (node, variables) => parseWith(valueFromASTUntyped(node, variables)),
    extensions: {
      readInPieces: piecesOfDocument(schema),
      memberNames: documented instanceof z.ZodObject ? Object.keys(documented.shape) : [],
      documented,
    },
  });
}

/** Parses a value of this type in steps and caches the result for the scalar; undefined for types with small values. */
export function pieceReaderOf({ extensions }: GraphQLNamedType): ReadInPieces | undefined {
  // Set only by `scalarOf`.
  return extensions['readInPieces'] as ReadInPieces | undefined;
}

/** The prefix of the URNs of our own JSON Schemas. */
const SCHEMAS = 'urn:parley:schemas:';

/** The kebab-case name of a document: `PublishedBotDocument` is `published-bot`. */
function documentNameOf(scalar: string): string {
  return scalar
    .replace(/Document$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();
}

/** The URN of the JSON Schema with this name. */
export function urnOf(name: string): string {
  return `${SCHEMAS}${name}`;
}

/** The name under which the JSON Schema of a scalar is served; undefined if a public standard describes its values. */
export function servedNameOf({ specifiedByURL }: GraphQLScalarType): string | undefined {
  return specifiedByURL?.startsWith(SCHEMAS) ? specifiedByURL.slice(SCHEMAS.length) : undefined;
}

/** The documented zod schema of this type; undefined if `scalarOf` did not make the type. */
export function documentedSchemaOf({ extensions }: GraphQLNamedType): z.ZodType | undefined {
  // Set only by `scalarOf`.
  return extensions['documented'] as z.ZodType | undefined;
}

/** The documented members of values of this type; empty if it is not an object. */
export function memberNamesOf({ extensions }: GraphQLNamedType): readonly string[] {
  // Set only by `scalarOf`.
  return (extensions['memberNames'] ?? []) as readonly string[];
}
