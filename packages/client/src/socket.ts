import { createClient, type Client, type ClientOptions } from 'graphql-ws';
import type { ChatEvent } from './chat.js';
import { failureOf, ParleyError } from './failure.js';
import { authorizationOf } from './server.js';
import type { Watch } from './watchChat.js';

const EVENTS = `subscription Watch($sessionId: ID!, $after: Int!) {
  chatEvents(sessionId: $sessionId, after: $after) { document }
}`;

/** Milliseconds between pings, and after which a socket on which nothing came is considered lost. */
const PING_EVERY = 10_000;
const SILENT_FOR = 30_000;

/** The events of a chat after a number, over a socket of their own. */
export async function* readSocket(watch: Watch, after: number): AsyncGenerator<ChatEvent, void> {
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

/** A client of graphql-ws; throws where there is no class of WebSockets, since another attempt would not find one either. */
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
