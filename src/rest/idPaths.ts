import type { DocumentNode, GraphQLSchema } from 'graphql';
import { invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
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
  const issues: Issue[] = [];
  for (const place of paths) {
    if (!isNumeric(inputAt(variables, place))) continue;
    issues.push({ path: place.path.filter((name) => name !== 'input'), message: TEXT });
  }
  if (issues.length > 0) throw invalid(issues);
}

const TEXT = 'Must be text';

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (Array.isArray(value) && value.some(isNumeric));
}
