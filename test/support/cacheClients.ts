import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import {
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { apolloTypePolicies, graphcacheKeys } from '@parley/client/caches';
import { relayRequest } from './relayRequest.js';

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
