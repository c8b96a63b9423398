import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import type { Shown } from './transports.js';

/** An event of a chat as watchers receive it. */
export interface EventSeen {
  readonly seq: number;
  readonly turn: number;
  readonly kind: string;
  readonly raw: Shown;
}

const EVENTS = `subscription ($sessionId: ID!, $after: Int!) {
  chatEvents(sessionId: $sessionId, after: $after) { document }
}`;

/** The document of an event. */
type EventDocument = Omit<EventSeen, 'raw'> & { readonly at: string };

/** The parts of an event that tests look at: its place in the log, and the members of its kind. */
function seenOf({ seq, turn, at: _, ...raw }: EventDocument): EventSeen {
  return { seq, turn, kind: raw.kind, raw };
}

/** A client with its own WebSocket, opened with these headers. */
export function openWatcher(
  url: string,
  connectionParams: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Client {
  return createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocol: string) {
        super(address, protocol, { headers });
      }
    },
    connectionParams,
    retryAttempts: 0,
  });
}

/** A subscription of a chat's events. */
export interface Watching {
  readonly seen: EventSeen[];
  /** Resolves when the server completes the subscription, because the chat is over; rejects with the first errors. */
  readonly done: Promise<void>;
  /** Resolves as soon as so many events have arrived. */
  until(count: number): Promise<void>;
  stop(): void;
}

/** Subscribes to the events of a chat with numbers above `after`. */
export function watch(client: Client, sessionId: string, after = 0): Watching {
  const seen: EventSeen[] = [];
  const waiting = new Set<() => void>();
  const until = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (seen.length < count) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  let stop = (): void => undefined;
  const done = new Promise<void>((resolve, reject) => {
    stop = client.subscribe<{ chatEvents: { document: EventDocument } }>(
      { query: EVENTS, variables: { sessionId, after } },
      {
        next: ({ data, errors }) => {
          if (errors) reject(errors);
          if (data) seen.push(seenOf(data.chatEvents.document));
          for (const check of waiting) check();
        },
        error: reject,
        complete: resolve,
      },
    );
  });
  done.catch(() => undefined);
  return { seen, done, until, stop };
}
