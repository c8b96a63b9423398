import type { DocumentNode, GraphQLSchema } from 'graphql';
import { inputAt, inputPlacesOf, type InputPlace } from './inputPaths.js';
import { unhurried } from '../eventLoop/steps.js';
import { memberNamesOf, pieceReaderOf } from '../schema/scalar.js';

/** The places among the variables of a document's operations that take documents of bots, which may be megabytes. */
export function documentPlacesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
): readonly InputPlace[] {
  return inputPlacesOf(schema, document, (type) => pieceReaderOf(type) !== undefined);
}

/** The members of the document at a place. */
export function documentMembers({ type }: InputPlace): readonly string[] {
  return memberNamesOf(type);
}

/** Validates the documents among the variables of an operation in steps, and caches the outcome for its execution. */
export async function checkDocuments(
  places: readonly InputPlace[],
  variables: object,
): Promise<void> {
  for (const place of places) {
    const steps = pieceReaderOf(place.type)?.(inputAt(variables, place));
    if (steps) await unhurried(steps);
  }
}
