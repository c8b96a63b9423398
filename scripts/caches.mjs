import { buildSchema, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';

/** The options of normalised caches for the schema, as packages/client exports them. */
export const CACHES = 'packages/client/src/caches.ts';

/** The type with only one object: the caller. Payloads have it as well as `Query.viewer`. */
const SINGLE = 'Viewer';

/**
 * Makes the text of that file from the text of the schema: the types whose objects have no id, which a cache stores within their
 * parent object, and the lists of such objects.
 */
export function printCaches(schema) {
  const roots = new Set(['Query', 'Mutation', 'Subscription']);
  const types = Object.values(buildSchema(schema).getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__') && !roots.has(type.name),
  );
  const embedded = types.filter((type) => !type.getFields().id && type.name !== SINGLE);
  const names = new Set(embedded.map(({ name }) => name));
  const lists = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isListType(getNullableType(field.type)))
      .filter((field) => names.has(getNamedType(field.type).name))
      .map((field) => `${type.name}.${field.name}`),
  );
  return `// Made of docs/schema.graphql by \`npm run schema\`; do not edit.

/** The types whose objects have no id: each belongs to the object it is in. */
const EMBEDDED =
  '${[...names].join(' ')}';

/** The fields that are lists of such objects: a list that comes takes the place of the one before. */
const LISTS =
  '${lists.join(' ')}';

/** A policy of Apollo Client for a type. */
export interface ApolloTypePolicy {
  readonly keyFields?: [];
  readonly merge?: boolean;
  readonly fields?: Record<string, { merge: boolean }>;
}

/**
 * The option \`typePolicies\` of Apollo Client. An object without an id is joined with what other queries selected of it, so that
 * none of them loses it; ${SINGLE} is one object.
 */
export const apolloTypePolicies: Record<string, ApolloTypePolicy> = /* @__PURE__ */ (() => {
  const policies: Record<string, { -readonly [M in keyof ApolloTypePolicy]: ApolloTypePolicy[M] }> = {
    ${SINGLE}: { keyFields: [], merge: true },
  };
  for (const name of EMBEDDED.split(' ')) policies[name] = { merge: true };
  for (const list of LISTS.split(' ')) {
    const [type = '', field = ''] = list.split('.');
    const policy = (policies[type] ??= {});
    policy.fields = { ...policy.fields, [field]: { merge: false } };
  }
  return policies;
})();

/** The option \`keys\` of urql's Graphcache: what belongs to the object it is in, and ${SINGLE}, which is one object. */
export const graphcacheKeys: Readonly<Record<string, () => string | null>> = /* @__PURE__ */ (() => {
  const keys: Record<string, () => string | null> = { ${SINGLE}: () => 'viewer' };
  for (const name of EMBEDDED.split(' ')) keys[name] = () => null;
  return keys;
})();
`;
}
