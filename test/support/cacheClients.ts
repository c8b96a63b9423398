import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { apolloTypePolicies, graphcacheKeys } from '@parley/client/caches';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import {
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  getOperationAST,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import {
  commitMutation,
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';

/**
 * An operation as Relay's compiler gives it to the runtime, for operations without directives whose fragments are on object types.
 * The compiler itself is a program for each platform, and writes files.
 */
function relayRequest(schema: GraphQLSchema, document: DocumentNode): ConcreteRequest {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) throw new Error('There is one operation in it');
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  const selections = selectionsOf(operation.selectionSet, root, { schema, fragments });
  const name = operation.name?.value ?? '';
  const argumentDefinitions = (operation.variableDefinitions ?? []).map(({ variable }) => ({
    kind: 'LocalArgument',
    name: variable.name.value,
    defaultValue: null,
  }));
  const both = { name, argumentDefinitions, selections };
  const request: unknown = {
    kind: 'Request',
    fragment: { ...both, kind: 'Fragment', type: root.name, metadata: null, abstractKey: null },
    operation: { ...both, kind: 'Operation' },
    params: {
      ...{ name, cacheID: name, id: null, metadata: {}, text: print(document) },
      operationKind: operation.operation,
    },
  };
  // The shape of what Relay's compiler writes; its types name more than the runtime reads.
  return request as ConcreteRequest;
}

interface Within {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

function selectionsOf(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  within: Within,
): object[] {
  return selections.map((one) => selectionOf(one, type, within));
}

function selectionOf(one: SelectionNode, type: GraphQLNamedType, within: Within): object {
  if (one.kind !== Kind.FIELD) return fragmentOf(one, type, within);
  const name = one.name.value;
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const args = (one.arguments ?? []).map(argumentOf);
  const field = {
    ...{ name, alias: one.alias?.value ?? null, storageKey: null },
    args: args.length > 0 ? args : null,
  };
  const of = fields[name]?.type;
  const named = of && getNamedType(of);
  if (!of || !isCompositeType(named) || !one.selectionSet) return { ...field, kind: 'ScalarField' };
  return {
    ...field,
    kind: 'LinkedField',
    concreteType: isAbstractType(named) ? null : named.name,
    plural: isListType(getNullableType(of)),
    selections: selectionsOf(one.selectionSet, named, within),
  };
}

function fragmentOf(
  one: Exclude<SelectionNode, { kind: Kind.FIELD }>,
  around: GraphQLNamedType,
  within: Within,
): object {
  const fragment = one.kind === Kind.FRAGMENT_SPREAD ? within.fragments.get(one.name.value) : one;
  const type = within.schema.getType(fragment?.typeCondition?.name.value ?? around.name);
  if (!fragment || !type) throw new Error('A fragment that the document does not have');
  const selections = selectionsOf(fragment.selectionSet, type, within);
  return { kind: 'InlineFragment', type: type.name, abstractKey: null, selections };
}

function argumentOf({ name, value }: ArgumentNode): object {
  return value.kind === Kind.VARIABLE
    ? { kind: 'Variable', name: name.value, variableName: value.name.value }
    : { kind: 'Literal', name: name.value, value: valueFromASTUntyped(value) };
}

/** An operation with its name and variables. */
export interface Asked {
  readonly name: string;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A client with a normalised cache, which gets what the server replied to an operation from `replyTo`, by its name. */
export interface CacheClient {
  load(asked: Asked): Promise<void>;
  mutate(asked: Asked): Promise<void>;
  /** What the cache has of a query; null where something is missing. */
  read(asked: Asked): Promise<unknown>;
}

type ReplyTo = (name: string) => object;

/** A `fetch` with these replies. */
function fetchFrom(replyTo: ReplyTo): typeof fetch {
  return async (_address, { body } = {}) => {
    const { operationName } = JSON.parse(String(body)) as { operationName: string };
    return Response.json(replyTo(operationName));
  };
}

export function openApollo(_schema: GraphQLSchema, replyTo: ReplyTo): CacheClient {
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: apolloTypePolicies }),
    link: new HttpLink({ uri: 'http://cache.invalid/graphql', fetch: fetchFrom(replyTo) }),
  });
  const query = ({ document, variables }: Asked, fetchPolicy: 'network-only' | 'cache-only') =>
    client.query<unknown>({ query: document, variables, fetchPolicy });
  return {
    load: async (asked) => void (await query(asked, 'network-only')),
    mutate: async ({ document, variables }) =>
      void (await client.mutate({ mutation: document, variables })),
    read: async (asked) => (await query(asked, 'cache-only')).data ?? null,
  };
}

export function openUrql(_schema: GraphQLSchema, replyTo: ReplyTo): CacheClient {
  const client = new Client({
    url: 'http://cache.invalid/graphql',
    preferGetMethod: false,
    fetch: fetchFrom(replyTo),
    exchanges: [cacheExchange({ keys: graphcacheKeys }), fetchExchange],
  });
  return {
    load: async ({ document, variables }) =>
      void (await client.query(document, variables, { requestPolicy: 'network-only' })),
    mutate: async ({ document, variables }) => void (await client.mutation(document, variables)),
    read: async ({ document, variables }) => {
      const { data } = await client.query<unknown>(document, variables, {
        requestPolicy: 'cache-only',
      });
      return data ?? null;
    },
  };
}

export function openRelay(schema: GraphQLSchema, replyTo: ReplyTo): CacheClient {
  const environment = new Environment({
    // The replies are those of GraphQL.
    network: Network.create(({ name }) => replyTo(name) as never),
    store: new Store(new RecordSource()),
  });
  return {
    async load({ document, variables }) {
      const request = relayRequest(schema, document);
      environment.retain(createOperationDescriptor(request, variables));
      await fetchQuery(environment, request, variables).toPromise();
    },
    mutate: async ({ document, variables }) =>
      new Promise((resolve, reject) => {
        commitMutation(environment, {
          mutation: relayRequest(schema, document),
          variables,
          onCompleted: () => resolve(),
          onError: reject,
        });
      }),
    read: async ({ document, variables }) => {
      const { fragment } = createOperationDescriptor(relayRequest(schema, document), variables);
      return environment.lookup(fragment).data ?? null;
    },
  };
}
