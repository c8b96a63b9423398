import { buildSchema, isObjectType } from 'graphql';

/** What normalised caches must know of the schema, as packages/client exports it. */
export const CACHES = 'packages/client/src/caches.ts';

/**
 * The text of that file, given the text of the schema: the types whose objects have no id, so that a cache keeps them within the
 * object they are in.
 */
export function printCaches(schema) {
  const roots = new Set(['Query', 'Mutation', 'Subscription']);
  const embedded = Object.values(buildSchema(schema).getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__') && !roots.has(type.name))
    .filter((type) => !type.getFields().id)
    .map(({ name }) => name);
  return `// Made of docs/schema.graphql by \`npm run schema\`; do not edit.

/** The option \`typePolicies\` of Apollo Client: a viewer has no id and is the same in every query. */
export const apolloTypePolicies = { Viewer: { merge: true } };

/** The option \`keys\` of urql's Graphcache: objects of these types have no id, and belong to the object they are in. */
export const graphcacheKeys: Readonly<Record<string, () => null>> = Object.fromEntries(
  '${embedded.join(' ')}'
    .split(' ')
    .map((name) => [name, () => null]),
);
`;
}
