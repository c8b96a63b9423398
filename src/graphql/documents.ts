import type { DocumentNode, GraphQLSchema } from 'graphql';
import { inputAt, inputPlacesOf, type InputPlace } from './inputPaths.js';
import { unhurried } from '../eventLoop/steps.js';
import { memberNamesOf, pieceReaderOf } from '../schema/scalar.js';

/** Where the operations of a document take documents of bots, which may have megabytes. */
export function documentPlacesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
): readonly InputPlace[] {
  return inputPlacesOf(schema, document, (type) => pieceReaderOf(type) !== undefined);
}

/** The members of the document that stands in a place. */
export function documentMembers({ type }: InputPlace): readonly string[] {
  return memberNamesOf(type);
}

/** Checks the documents among the variables of an operation step by step, so that running it finds them checked. */
export async function checkDocuments(
  places: readonly InputPlace[],
  variables: object,
): Promise<void> {
  for (const place of places) {
    const steps = pieceReaderOf(place.type)?.(inputAt(variables, place));
    if (steps) await unhurried(steps);
  }
}
