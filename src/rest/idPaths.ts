import type { DocumentNode, GraphQLSchema } from 'graphql';
import { invalid } from '../errors/errors.js';
import { inputAt, inputPlacesOf, type InputPlace } from '../graphql/inputPaths.js';

/**
 * Where the variables of a stored operation hold ids. GraphQL takes a whole number for an id, but in REST ids are texts, and
 * a number must be refused.
 */
export function idPathsOf(schema: GraphQLSchema, document: DocumentNode): readonly InputPlace[] {
  return inputPlacesOf(schema, document, ({ name }) => name === 'ID');
}

/** Fails where a number was sent for an id. */
export function assertIdTexts(
  paths: readonly InputPlace[],
  variables: Record<string, unknown>,
): void {
  const faulty = paths.filter((place) => isNumeric(inputAt(variables, place)));
  if (faulty.length === 0) return;
  throw invalid(
    faulty.map(({ path }) => ({ path: path.filter((name) => name !== 'input'), message: TEXT })),
  );
}

const TEXT = 'Must be a text';

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (Array.isArray(value) && value.some(isNumeric));
}
