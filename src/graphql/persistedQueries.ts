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

/** How much a process keeps: queries, characters in all, and characters of one query. */
const MOST = { max: 1_000, maxSize: 4_000_000, maxEntrySize: 100_000 } as const;

/**
 * Opens the queries of one process: those that `findTrusted` finds, and those that callers have sent with their hash, of which
 * the least recently used are dropped. A client whose query is not found sends its text again.
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

/** What Apollo puts before the hashes. */
const PREFIX = 'apq:';

/** The same queries as Apollo, which checks the hashes, asks for them. */
export function asApolloCache({ find, keep }: PersistedQueries) {
  return {
    get: async (key: string) => find(key.slice(PREFIX.length)),
    set: async (key: string, text: string) => keep(key.slice(PREFIX.length), text),
    delete: async () => false,
  };
}

/** A request of a transport that does not read persisted queries by itself. */
export interface NamedQuery {
  readonly query: string;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The text of a request: as it was sent, or the one with its hash. Fails if that hash is not known, or not that of the text. */
export function textOf(queries: PersistedQueries, { query, extensions }: NamedQuery): string {
  const persisted = extensions?.['persistedQuery'];
  const sha256 = isRecord(persisted) ? persisted['sha256Hash'] : undefined;
  if (typeof sha256 !== 'string') return query;
  if (query === '') return queries.find(sha256) ?? refuseUnknown();
  if (hash('sha256', query) !== sha256) throw new GraphQLError('The hash is not that of the query');
  queries.keep(sha256, query);
  return query;
}

/** Clients that get this message send the text. */
export const NOT_FOUND = 'PersistedQueryNotFound';

function refuseUnknown(): never {
  const originalError = new Failure('PERSISTED_QUERY_NOT_FOUND', NOT_FOUND);
  throw new GraphQLError(NOT_FOUND, { originalError });
}

/**
 * A body whose `documentId` names a document, as the draft of persisted documents for GraphQL over HTTP has it, in the form that
 * Apollo reads; any other body unchanged.
 */
export function namingByHash(body: unknown): unknown {
  if (!isRecord(body) || typeof body['documentId'] !== 'string' || 'query' in body) return body;
  const { documentId, ...rest } = body;
  const sha256Hash = String(documentId).replace(/^sha256:/, '');
  const sent = isRecord(body['extensions']) ? body['extensions'] : {};
  return { ...rest, extensions: { ...sent, persistedQuery: { version: 1, sha256Hash } } };
}
