import { visit, type ASTNode, type DocumentNode } from 'graphql';

/** How often a query may ask for the schema or for one of its types. */
const MOST_ASKED = 3;

/**
 * Why a query asks for too much of the schema itself; nothing when it does not. graphql-js limits how deep that goes; here it
 * is limited how often, also by other names on each level, which would multiply.
 */
export function introspectionExcess(document: DocumentNode): string | undefined {
  let [asked, within, renamed] = [0, 0, 0];
  visit(document, {
    enter(node) {
      if (within > 0 && node.kind === 'Field' && node.alias) renamed += 1;
      if (!isIntrospection(node)) return;
      within += 1;
      if (node.kind === 'Field') asked += 1;
    },
    leave(node) {
      if (isIntrospection(node)) within -= 1;
    },
  });
  if (asked > MOST_ASKED)
    return `The query asks for the schema ${asked} times; ${MOST_ASKED} are allowed`;
  return renamed > 0 ? 'Fields of the schema itself may not have aliases' : undefined;
}

function isIntrospection(node: ASTNode): boolean {
  if (node.kind === 'Field') return node.name.value === '__schema' || node.name.value === '__type';
  return node.kind === 'FragmentDefinition' && node.typeCondition.name.value.startsWith('__');
}
