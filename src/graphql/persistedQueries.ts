import { hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { Failure } from '../errors/errors.js';
import { isRecord } from './record.js';

/** Queries that callers send by a hash of their text instead of the text. */
export interface PersistedQueries {
  /** The text with this hash, if it is known to this process. */
  find(sha256: string): string | undefined;
  /** Keeps a text for later requests; the hash must be the one of the text. */
  keep(sha256: string, text: string): void;
}

/** Limits of the cache: queries, characters in all, and characters of one query. */
const MOST = { max: 1_000, maxSize: 4_000_000, maxEntrySize: 100_000 } as const;

/**
 * Opens the persisted queries of one process: those that `findTrusted` finds, and those that callers have sent with their hash, in a
 * least-recently-used cache. A client whose query is not found sends its text again.
 */
export function openPersistedQueries(
  findTrusted: (id: string) => string | undefined,
): PersistedQueries {
  const kept = new LRUCache<string, string>({ ...MOST, sizeCalculation: (text) => text.length });
  return {
    find: (sha256) => findTrusted(sha256) ?? kept.get(sha256),
    keep: (sha256, text) => void kept.set(sha256, text),
  };
}

/** The prefix of Apollo's cache keys. */
const PREFIX = 'apq:';

/** The queries as a cache of Apollo, which checks the hashes itself. */
export function asApolloCache({ find, keep }: PersistedQueries) {
  return {
    get: async (key: string) => find(key.slice(PREFIX.length)),
    set: async (key: string, text: string) => keep(key.slice(PREFIX.length), text),
    delete: async () => false,
  };
}

/** A request of a transport that does not resolve persisted queries itself. */
export interface NamedQuery {
  readonly query: string;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The text of a request: the one sent, or the one with its hash. Fails if the hash is unknown or does not match the text. */
export function textOf(queries: PersistedQueries, { query, extensions }: NamedQuery): string {
  const persisted = extensions?.['persistedQuery'];
  const sha256 = isRecord(persisted) ? persisted['sha256Hash'] : undefined;
  if (typeof sha256 !== 'string') return query;
  if (query === '') return queries.find(sha256) ?? refuseUnknown();
  if (hash('sha256', query) !== sha256) throw new GraphQLError('The hash is not that of the query');
  queries.keep(sha256, query);
  return query;
}

/** Clients react to this message by sending the text. */
export const NOT_FOUND = 'PersistedQueryNotFound';

function refuseUnknown(): never {
  const originalError = new Failure('PERSISTED_QUERY_NOT_FOUND', NOT_FOUND);
  throw new GraphQLError(NOT_FOUND, { originalError });
}

/**
 * Rewrites a body with a `documentId`, as in the draft of persisted documents for GraphQL over HTTP, into the form of Apollo. Other bodies
 * are unchanged.
 */
export function withPersistedQuery(body: unknown): unknown {
  if (!isRecord(body) || typeof body['documentId'] !== 'string' || 'query' in body) return body;
  const { documentId, ...rest } = body;
  const sha256Hash = String(documentId).replace(/^sha256:/, '');
  const sent = isRecord(body['extensions']) ? body['extensions'] : {};
  return { ...rest, extensions: { ...sent, persistedQuery: { version: 1, sha256Hash } } };
}
