import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { isRecord } from '../graphql/record.js';
import { watchBackpressure } from '../http/backpressure.js';

/** The close code of a stalled reader; clients of graphql-transport-ws reconnect after it. */
export const SLOW_CONSUMER = 4290;

/** While more bytes than this are unsent, nothing is read from a socket. */
const MOST_UNSENT = 1024 ** 2;

/** While fewer bytes than this are unsent, the next text need not wait for them. */
const FEW_UNSENT = 16 * 1024;

/** The number of running requests from which nothing more is read from a socket. */
const MOST_UNDER_WAY = 16;

/** The client of one socket: what it has yet to read, and what it has requested. */
export interface Reader {
  /** Resolves when the text has been written to the connection, or little waits there. */
  send(text: string): Promise<void>;
  /** Counts a request as running until its work is done. */
  expect(work: Promise<void>): void;
  /** Marks an operation, identified by its payload, as a stream, which does not count as running. */
  stream(operation: object): void;
  /** Records the number of the event that a stream was sent, from which a client can resume. */
  note(operation: object, data: Readonly<Record<string, unknown>> | null | undefined): void;
  forget(operation: object): void;
  /** Checks for progress; closes the socket of a stalled reader, with the number to resume from. */
  checkProgress(): void;
  /** Pings; closes in the same way a socket that did not answer the last ping, since its client may only be asleep. */
  check(): void;
}

/** Opens the reader of a socket on its connection. */
export function openReader(socket: WebSocket, connection: Socket): Reader {
  /** The streams that run, and the number of the last event that each was sent. */
  const streams = new Map<object, number | undefined>();
  const attention = openAttention(socket, connection, () => streams.size);
  const checkBackpressure = watchBackpressure(connection);
  let isAnswering = true;
  socket.on('pong', () => (isAnswering = true));
  const closeSlow = (): void => {
    socket.resume();
    socket.close(SLOW_CONSUMER, slowReason(streams));
  };
  return {
    send: attention.send,
    expect: attention.expect,
    stream(operation) {
      streams.set(operation, undefined);
      attention.turn();
    },
    note(operation, data) {
      const [event] = Object.values(data ?? {});
      const seq = isRecord(event) ? event['seq'] : undefined;
      if (typeof seq === 'number' && streams.has(operation)) streams.set(operation, seq);
    },
    forget: (operation) => void streams.delete(operation),
    checkProgress() {
      const { isTaking, isStalled } = checkBackpressure();
      // A ping behind unread data is answered late.
      if (isTaking) isAnswering = true;
      if (isStalled && socket.readyState === socket.OPEN) closeSlow();
    },
    check() {
      if (socket.readyState !== socket.OPEN || socket.isPaused) return;
      if (!isAnswering) return closeSlow();
      isAnswering = false;
      socket.ping();
    },
  };
}

/** Pauses reading from a socket while too much is unsent or under way. */
interface Attention {
  send(text: string): Promise<void>;
  expect(work: Promise<void>): void;
  /** Pauses or resumes, as the counts require. */
  turn(): void;
}

/** Streams may stay open for any time and do not count as work. */
function openAttention(
  socket: WebSocket,
  connection: Socket,
  countStreams: () => number,
): Attention {
  let working = 0;
  const turn = (): void => {
    const isBusy =
      working - countStreams() >= MOST_UNDER_WAY || socket.bufferedAmount > MOST_UNSENT;
    if (isBusy && socket.readyState === socket.OPEN) socket.pause();
    else if (socket.isPaused) socket.resume();
  };
  const done = (): void => {
    working -= 1;
    turn();
  };
  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return Promise.resolve();
      turn();
      together(connection);
      return new Promise((resolve) => {
        socket.send(text, () => {
          turn();
          resolve();
        });
        if (socket.bufferedAmount < FEW_UNSENT) resolve();
      });
    },
    expect(work) {
      working += 1;
      turn();
      void work.then(done, done);
    },
    turn,
  };
}

/** Writes everything that is sent in the same tick with one system call. */
function together(connection: Socket): void {
  if (connection.writableCorked > 0) return;
  connection.cork();
  process.nextTick(() => connection.uncork());
}

/** At most 123 bytes, the limit of a close frame. Names the number to resume from when there is exactly one stream. */
function slowReason(streams: ReadonlyMap<object, number | undefined>): string {
  const [only] = streams.values();
  return streams.size === 1 && only !== undefined
    ? `SLOW_CONSUMER resumeFrom=${only}`
    : 'SLOW_CONSUMER';
}
