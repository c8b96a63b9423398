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
 * What Relay's compiler would produce for an operation, as far as operations need that have no directives and only fragments on
 * object types. The compiler itself is a native program that writes files.
 */
function relayRequest(schema: GraphQLSchema, document: DocumentNode): ConcreteRequest {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) throw new Error('The document must have one operation');
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition] as const]
        : [],
    ),
  );
  const selections = selectionsOf(operation.selectionSet, root, { schema, fragments });
  const name = operation.name?.value ?? '';
  const argumentDefinitions = (operation.variableDefinitions ?? []).map(
    ({ variable, defaultValue }) => ({
      kind: 'LocalArgument',
      name: variable.name.value,
      defaultValue: defaultValue ? valueFromASTUntyped(defaultValue) : null,
    }),
  );
  const shared = { name, argumentDefinitions, selections };
  const request: unknown = {
    kind: 'Request',
    fragment: { ...shared, kind: 'Fragment', type: root.name, metadata: null, abstractKey: null },
    operation: { ...shared, kind: 'Operation' },
    params: {
      ...{ name, cacheID: name, id: null, metadata: {}, text: print(document) },
      operationKind: operation.operation,
    },
  };
  // The type has members that the runtime does not read.
  return request as ConcreteRequest;
}

/** The schema and the fragments that selections refer to. */
interface DocumentContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

function selectionsOf(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  context: DocumentContext,
): object[] {
  return selections.map((selection) => selectionOf(selection, type, context));
}

function selectionOf(
  selection: SelectionNode,
  type: GraphQLNamedType,
  context: DocumentContext,
): object {
  if (selection.kind !== Kind.FIELD) return fragmentOf(selection, type, context);
  const name = selection.name.value;
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const args = (selection.arguments ?? []).map(argumentOf);
  const field = {
    ...{ name, alias: selection.alias?.value ?? null, storageKey: null },
    args: args.length > 0 ? args : null,
  };
  const fieldType = fields[name]?.type;
  const named = fieldType && getNamedType(fieldType);
  if (!fieldType || !isCompositeType(named) || !selection.selectionSet) {
    return { ...field, kind: 'ScalarField' };
  }
  return {
    ...field,
    kind: 'LinkedField',
    concreteType: isAbstractType(named) ? null : named.name,
    plural: isListType(getNullableType(fieldType)),
    selections: selectionsOf(selection.selectionSet, named, context),
  };
}

function fragmentOf(
  selection: Exclude<SelectionNode, { kind: Kind.FIELD }>,
  parentType: GraphQLNamedType,
  context: DocumentContext,
): object {
  const fragment =
    selection.kind === Kind.FRAGMENT_SPREAD
      ? context.fragments.get(selection.name.value)
      : selection;
  const type = context.schema.getType(fragment?.typeCondition?.name.value ?? parentType.name);
  if (!fragment || !type) throw new Error('A fragment that the document does not have');
  const selections = selectionsOf(fragment.selectionSet, type, context);
  return { kind: 'InlineFragment', type: type.name, abstractKey: null, selections };
}

function argumentOf({ name, value }: ArgumentNode): object {
  return value.kind === Kind.VARIABLE
    ? { kind: 'Variable', name: name.value, variableName: value.name.value }
    : { kind: 'Literal', name: name.value, value: valueFromASTUntyped(value) };
}

/** An operation that a cache client runs, with its name and variables. */
export interface Asked {
  readonly name: string;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A client with a normalised cache. `replyTo` gives it the server's reply to an operation, by the name of that operation. */
export interface CacheClient {
  load(asked: Asked): Promise<void>;
  mutate(asked: Asked): Promise<void>;
  /** Reads a query from the cache; null where the cache lacks a part of it. */
  read(asked: Asked): Promise<unknown>;
}

type ReplyTo = (name: string) => object;

/** A `fetch` that gives these replies. */
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
    // Each reply is a GraphQL response.
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
