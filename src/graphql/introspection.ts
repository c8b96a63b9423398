import { visit, type ASTNode, type DocumentNode } from 'graphql';

/** Selections of the schema or of one of its types in a query, at most. */
const MOST_ASKED = 3;

/**
 * The reason why a query's introspection is too large; undefined if it is not. graphql-js limits its depth; this limits the number of its
 * selections and refuses aliases in it, which would multiply on each level.
 */
export function introspectionExcess(document: DocumentNode): string | undefined {
  let [selections, depth, aliases] = [0, 0, 0];
  visit(document, {
    enter(node) {
      if (depth > 0 && node.kind === 'Field' && node.alias) aliases += 1;
      if (!isIntrospection(node)) return;
      depth += 1;
      if (node.kind === 'Field') selections += 1;
    },
    leave(node) {
      if (isIntrospection(node)) depth -= 1;
    },
  });
  if (selections > MOST_ASKED)
    return `The query asks for the schema ${selections} times; ${MOST_ASKED} are allowed`;
  return aliases > 0 ? 'Fields of the schema itself may not have aliases' : undefined;
}

function isIntrospection(node: ASTNode): boolean {
  if (node.kind === 'Field') return node.name.value === '__schema' || node.name.value === '__type';
  return node.kind === 'FragmentDefinition' && node.typeCondition.name.value.startsWith('__');
}
