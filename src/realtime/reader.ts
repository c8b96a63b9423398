import type { WebSocket } from 'ws';

/** The close code of a reader that takes nothing; clients of graphql-transport-ws come back after it. */
export const SLOW_CONSUMER = 4290;

/** More bytes than this unsent, and nothing more is read from a socket until they are gone. */
const MOST_UNSENT = 1024 ** 2;

/** The far end of one socket: what waits to be taken by it, and since when. */
export interface Reader {
  /** Settles when the text was taken. */
  send(text: string): Promise<void>;
  /** Notes what is sent next in an operation: where it is an event with a number, that is where to go on from. */
  note(operationId: string, data: object | null | undefined): void;
  /** Forgets an operation that is over. */
  forget(operationId: string): void;
  /** Closes the socket, saying where to go on, when it has taken nothing for so many milliseconds. */
  closeIfStalled(stalledAfter: number): void;
  /** Pings; closes in the same way a socket that did not answer the last ping: it may only sleep. */
  check(): void;
}

/** Opens the reader of a socket. */
export function openReader(socket: WebSocket): Reader {
  const reached = new Map<string, number>();
  const outbox = openOutbox(socket);
  let isAnswering = true;
  socket.on('pong', () => (isAnswering = true));
  const closeSlow = (): void => {
    socket.resume();
    socket.close(SLOW_CONSUMER, slowReason(reached));
  };
  return {
    send: outbox.send,
    note(operationId, data) {
      const [event] = Object.values(data ?? {});
      const seq: unknown = Object(event).seq;
      if (typeof seq === 'number') reached.set(operationId, seq);
    },
    forget: (operationId) => void reached.delete(operationId),
    closeIfStalled(stalledAfter) {
      if (socket.readyState === socket.OPEN && outbox.waitsFor() > stalledAfter) closeSlow();
    },
    check() {
      if (socket.readyState !== socket.OPEN || socket.isPaused) return;
      if (!isAnswering) return closeSlow();
      isAnswering = false;
      socket.ping();
    },
  };
}

/** What was sent on a socket and not taken yet. */
interface Outbox {
  send(text: string): Promise<void>;
  /** For how many milliseconds something waits and nothing was taken; 0 when nothing waits. */
  waitsFor(): number;
}

function openOutbox(socket: WebSocket): Outbox {
  let waiting = 0;
  let since = 0;
  return {
    waitsFor: () => (waiting === 0 ? 0 : performance.now() - since),
    send(text) {
      if (socket.readyState !== socket.OPEN) return Promise.resolve();
      if (waiting === 0) since = performance.now();
      waiting += 1;
      // A caller who asks on and on and reads no answers is not listened to meanwhile.
      if (socket.bufferedAmount > MOST_UNSENT) socket.pause();
      return new Promise((resolve) => {
        socket.send(text, () => {
          waiting -= 1;
          since = performance.now();
          if (socket.isPaused && socket.bufferedAmount < MOST_UNSENT) socket.resume();
          resolve();
        });
      });
    },
  };
}

/** At most 123 bytes, as a close frame holds. With one operation the number is said; with several each has its own. */
function slowReason(reached: ReadonlyMap<string, number>): string {
  const [only] = reached.values();
  return reached.size === 1 ? `SLOW_CONSUMER resumeFrom=${only}` : 'SLOW_CONSUMER';
}
