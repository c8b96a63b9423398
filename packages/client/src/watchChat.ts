import { type Client, type ClientOptions, createClient } from 'graphql-ws';
import { type ChatEvent, isStored } from './chat.js';
import { readEventStream } from './eventStream.js';
import { failureOf, ParleyError } from './failure.js';
import { resume } from './resume.js';
import { authorizationOf, type Server } from './server.js';

/** A chat to watch, and how. */
export interface Watch extends Server {
  /** The secret of the chat, from the reply of its start. */
  readonly sessionId: string;
  /** The number of the last event that the caller already has. Default 0: everything from the start. */
  readonly after?: number | undefined;
  /** `socket` (a GraphQL subscription) by default; `sse` (Server-Sent Events) for networks that break sockets. */
  readonly transport?: 'socket' | 'sse' | undefined;
  /** The WebSocket class where none is built in, as in Node 20: that of the package `ws`. */
  readonly webSocket?: unknown;
}

/**
 * The events of a chat: first the stored ones, then new ones as they happen, each once and in order, across lost connections.
 * Ends when the chat has ended, or when aborted; throws as `resume` does.
 */
export function watchChat(watch: Watch): AsyncGenerator<ChatEvent, void> {
  const read = watch.transport === 'sse' ? readEventStream : readSocket;
  return resume({
    open: (after) => read(watch, after),
    numberOf: (event) => (isStored(event) ? event.seq : undefined),
    after: watch.after,
    canRenew: typeof watch.token === 'function',
    signal: watch.signal,
    retry: watch.retry,
  });
}

const EVENTS = `subscription Watch($sessionId: ID!, $after: Int!) {
  chatEvents(sessionId: $sessionId, after: $after) { document }
}`;

/** The milliseconds between pings, and after which a silent socket counts as lost. */
const PING_EVERY = 10_000;
const SILENT_FOR = 30_000;

/** The events of a chat after a number, over a new socket. */
async function* readSocket(watch: Watch, after: number): AsyncGenerator<ChatEvent, void> {
  const client = openClient(watch);
  const close = (): void => client.terminate();
  watch.signal?.addEventListener('abort', close, { once: true });
  try {
    const variables = { sessionId: watch.sessionId, after };
    const results = client.iterate<{ chatEvents: { document: ChatEvent } }>({
      query: EVENTS,
      variables,
    });
    for await (const { data, errors } of results) {
      if (errors) throw failureOf(errors[0]);
      if (data) yield data.chatEvents.document;
    }
  } finally {
    watch.signal?.removeEventListener('abort', close);
    await client.dispose();
  }
}

/** A client that never reconnects by itself, and closes a socket that has gone silent. */
function openClient(watch: Watch): Client {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const client = createdWith({
    url: `${watch.url.replace(/^http/, 'ws').replace(/\/$/, '')}/graphql`,
    connectionParams: () => authorizationOf(watch),
    webSocketImpl: watch.webSocket,
    retryAttempts: 0,
    keepAlive: PING_EVERY,
    on: {
      message: () => {
        clearTimeout(silence);
        silence = setTimeout(() => client.terminate(), SILENT_FOR);
      },
      closed: () => clearTimeout(silence),
    },
  });
  return client;
}

/** A client of graphql-ws; throws where there is no WebSocket class, since another attempt would not find one either. */
function createdWith(options: ClientOptions): Client {
  try {
    return createClient(options);
  } catch {
    throw new ParleyError({
      reason: 'NO_WEBSOCKET',
      message:
        "There is no WebSocket here: pass `webSocket`, such as the class of the package ws, or use the transport 'sse'",
      isPassing: false,
    });
  }
}
