import { type ChatEvent, isStored } from './chat.js';
import { readEventStream } from './eventStream.js';
import { resume } from './resume.js';
import { readSubscription, type SocketServer } from './socket.js';

/** A chat to watch, and how. */
export interface Watch extends SocketServer {
  /** The secret of the chat, from the reply of its start. */
  readonly sessionId: string;
  /** The number of the last event that the caller already has. Default 0: everything from the start. */
  readonly after?: number | undefined;
  /** `socket` (a GraphQL subscription) by default; `sse` (Server-Sent Events) for networks that break sockets. */
  readonly transport?: 'socket' | 'sse' | undefined;
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

/** The events of a chat after a number, over a new socket. */
async function* readSocket(watch: Watch, after: number): AsyncGenerator<ChatEvent, void> {
  const variables = { sessionId: watch.sessionId, after };
  const results = readSubscription<{ chatEvents: { document: ChatEvent } }>(
    watch,
    EVENTS,
    variables,
  );
  for await (const { chatEvents } of results) yield chatEvents.document;
}
