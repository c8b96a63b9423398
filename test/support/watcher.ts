import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import type { Shown } from './transports.js';

/** An event of a chat as a watcher sees it. */
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

/** What the tests look at of an event: its place in the log, and what its kind has. */
function seenOf({ seq, turn, at: _, ...raw }: EventDocument): EventSeen {
  return { seq, turn, kind: raw.kind, raw };
}

/** A client on one socket of its own, opened with these headers. */
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

/** What a subscription of a chat receives. */
export interface Watching {
  readonly seen: EventSeen[];
  /** Settles when the server says that the chat is over; rejects with the first errors it sends. */
  readonly done: Promise<void>;
  /** Settles as soon as so many events were seen. */
  until(count: number): Promise<void>;
  stop(): void;
}

/** Watches a chat after a number. */
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
