import { graphcacheKeys } from '@parley/client/caches';
import type { TypedDocument } from '@parley/client';
import { cacheExchange } from '@urql/exchange-graphcache';
import {
  Client,
  type CombinedError,
  createRequest,
  fetchExchange,
  mapExchange,
  type OperationResult,
  type RequestPolicy,
  subscriptionExchange,
} from '@urql/core';
import { createClient } from 'graphql-ws';
import { useEffect, useMemo } from 'react';
import { useQuery } from 'urql';
import { isForbidden, noteQueries, readAgain } from './unread.js';
import { t } from '../i18n/t.js';

const script = document.querySelector<HTMLScriptElement>('script[src$="console/console.js"]');

/** The address of the server, without a slash at its end: a proxy may serve it below a path. */
export const server = new URL('..', script?.src ?? location.href).href.replace(/\/$/, '');

/** The path of the console, below which each of its screens has an address. */
export const basePath = new URL(`${server}/console`).pathname;

/** One socket for all subscriptions; it reconnects, and a subscription then goes on. */
export const socket = createClient({
  url: `${server.replace(/^http/, 'ws')}/graphql`,
  retryAttempts: Infinity,
  shouldRetry: () => true,
});

const signedOut = new Set<() => void>();

/** Calls a listener when the server refuses something because nobody is signed in; returns the function that removes it. */
export function onSignedOut(listener: () => void): () => void {
  signedOut.add(listener);
  return () => signedOut.delete(listener);
}

const isSignedOut = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED');

/** Whether an error within a root field made all of that field null. A field that is forbidden is null on purpose. */
const isEmptied = ({ data, error }: Pick<OperationResult<unknown>, 'data' | 'error'>): boolean => {
  if (error === undefined || isForbidden(error)) return false;
  // The data of an operation is an object, or null.
  const roots = data as Readonly<Record<string, unknown>> | null | undefined;
  return error.graphQLErrors.some(
    ({ path: [root = '', ...within] = [] }) => within.length > 0 && roots?.[root] === null,
  );
};

/** The milliseconds after which a request that has no answer counts as lost. */
const LONGEST_REQUEST = 60_000;

/** Reads and writes what is stored on the server, and keeps each thing once. */
export const client = new Client({
  url: `${server}/graphql`,
  preferGetMethod: false,
  fetch: async (address, { signal, ...request } = {}) => {
    const limit = AbortSignal.timeout(LONGEST_REQUEST);
    return fetch(address, {
      ...request,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  },
  exchanges: [
    mapExchange({
      onError: (error) => {
        if (isSignedOut(error)) for (const listener of signedOut) listener();
      },
    }),
    noteQueries,
    cacheExchange({ keys: graphcacheKeys }),
    // The cache would take what an error emptied for gone, and with it what other queries show of it.
    mapExchange({ onResult: (result) => (isEmptied(result) ? { ...result, data: null } : result) }),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: ({ next, error, complete }) => ({
          unsubscribe: socket.subscribe(
            { query, variables: variables ?? {} },
            {
              next: ({ data = null, errors }) =>
                next({ data, ...(errors && { errors: [...errors] }) }),
              error,
              complete,
            },
          ),
        }),
      }),
    }),
  ],
});

// The server is back, or the network: what could not be read meanwhile can be.
socket.on('connected', readAgain);
addEventListener('online', readAgain);

/** The queries that were read before a screen asked for them, by their keys. */
const ahead = new Set<number>();

/** Reads a query before the screen that shows it is there; `read` is called with its data. */
export function readAhead<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  read: (data: Data) => void = () => undefined,
): void {
  const request = createRequest<Data>(document, variables);
  ahead.add(request.key);
  void client
    .executeQuery(request)
    .toPromise()
    .then(({ data }) => data && read(data));
}

/** Whether a query was read ahead: true for the first part that shows it, until that is gone. */
function useIsAhead(document: string, variables: object): boolean {
  const { key } = createRequest(document, variables);
  // The next part that shows it reads it again.
  useEffect(() => void ahead.delete(key), [key]);
  return useMemo(() => ahead.has(key), [key]);
}

/** How a query is read; by default from what is known already, and then from the server. */
interface ReadOptions {
  readonly pause?: boolean;
  /** Whether it is the same for as long as the server runs, and is therefore read once. */
  readonly isFixed?: boolean;
  /** Whether it comes from the server at first, because parts of what is known may be of different moments. */
  readonly isFresh?: boolean;
}

/** What a query shows: its data once there is some, and why there is none. */
export interface ReadData<Data> {
  readonly data: Data | undefined;
  readonly fault: string | undefined;
  /** Whether the person may not read it, or a part of it. */
  readonly isForbidden: boolean;
  readonly isLoading: boolean;
  reload(): void;
}

/** Reads a query for as long as the part that shows it is there. What was read ahead is not read again. */
export function useData<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  { pause = false, ...reading }: ReadOptions = {},
): ReadData<Data> {
  const isAhead = useIsAhead(document, variables);
  const [{ data, error, fetching }, run] = useQuery<Data>({
    query: document,
    variables,
    pause,
    requestPolicy: isAhead ? 'cache-first' : policyOf(reading),
  });
  return {
    data,
    // What the person may not read is missing from the data, and the screen says so where it is.
    fault: error && !(data && isForbidden(error)) ? faultOf(error) : undefined,
    isForbidden: error !== undefined && isForbidden(error),
    isLoading: fetching && !data,
    reload: () => run({ requestPolicy: 'network-only' }),
  };
}

function policyOf({ isFixed, isFresh }: ReadOptions): RequestPolicy {
  if (isFixed) return 'cache-first';
  return isFresh ? 'network-only' : 'cache-and-network';
}

/** Why an operation failed, in words. */
export function faultOf(error: CombinedError | undefined): string {
  if (error?.networkError) return t('The server cannot be reached. Try again in a moment.');
  return error?.graphQLErrors[0]?.message ?? t('That could not be read.');
}
