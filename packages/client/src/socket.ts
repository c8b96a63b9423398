import { type Client, type ClientOptions, createClient } from 'graphql-ws';
import { failureOf, ParleyError } from './failure.js';
import { authorizationOf, type Server } from './server.js';

/** A server that is reached by sockets. */
export interface SocketServer extends Server {
  /** The WebSocket class where none is built in, as in Node 20: that of the package `ws`. */
  readonly webSocket?: unknown;
}

/** The milliseconds between pings, and after which a silent socket counts as lost. */
const PING_EVERY = 10_000;
const SILENT_FOR = 30_000;

/** The data of the events of a subscription, over a new socket. Throws at the first cut. */
export async function* readSubscription<Data>(
  server: SocketServer,
  query: string,
  variables: Record<string, unknown>,
): AsyncGenerator<Data, void> {
  const client = openClient(server);
  const close = (): void => client.terminate();
  server.signal?.addEventListener('abort', close, { once: true });
  try {
    for await (const { data, errors } of client.iterate<Data>({ query, variables })) {
      if (errors) throw failureOf(errors[0]);
      if (data) yield data;
    }
  } finally {
    server.signal?.removeEventListener('abort', close);
    await client.dispose();
  }
}

/** A client that never reconnects by itself, and closes a socket that has gone silent. */
function openClient(watch: SocketServer): Client {
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
