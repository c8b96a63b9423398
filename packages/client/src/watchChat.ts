import { isStored, type ChatEvent } from './chat.js';
import { readEventStream } from './eventStream.js';
import { resume } from './resume.js';
import type { Server } from './server.js';
import { readSocket } from './socket.js';

/** A chat to watch, and how. */
export interface Watch extends Server {
  /** The secret of the chat, from the reply of its start. */
  readonly sessionId: string;
  /** The number of the last event that is known already. Default 0: everything from the start. */
  readonly after?: number | undefined;
  /** `socket` (a GraphQL subscription) by default; `sse` (Server-Sent Events) for networks that break sockets. */
  readonly transport?: 'socket' | 'sse' | undefined;
  /** The class of WebSockets, where there is none built in, as in Node 20: that of the package `ws`. */
  readonly webSocket?: unknown;
}

/**
 * The events of a chat, those stored first and then as they come: each once and in order, across lost connections. Ends
 * when the chat has ended, or when aborted; throws as `resume` does.
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
