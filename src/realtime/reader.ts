import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { watchBackpressure } from '../http/backpressure.js';

/** The close code of a reader that takes nothing; clients of graphql-transport-ws come back after it. */
export const SLOW_CONSUMER = 4290;

/** More bytes than this unsent, and nothing more is read from a socket until they are gone. */
const MOST_UNSENT = 1024 ** 2;

/** So many requests of a socket under way, and nothing more is read from it until one is done. */
const MOST_UNDER_WAY = 16;

/** The far end of one socket: what waits to be taken by it, and what it asks for. */
export interface Reader {
  /** Settles when the text was taken. */
  send(text: string): Promise<void>;
  /** Counts something it asked for as under way until the work is done. */
  expect(work: Promise<void>): void;
  /** An operation, known by its payload, streams from now on: it is not under way any more. */
  stream(operation: object): void;
  /** Notes what a stream was sent: where it is an event with a number, that is where to go on from. */
  note(operation: object, data: object | null | undefined): void;
  /** Forgets a stream that is over. */
  forget(operation: object): void;
  /** Looks whether something was taken; closes the socket, saying where to go on, when it is stalled. */
  look(): void;
  /** Pings; closes in the same way a socket that did not answer the last ping: it may only sleep. */
  check(): void;
}

/** Opens the reader of a socket on its connection. */
export function openReader(socket: WebSocket, connection: Socket): Reader {
  /** The streams that run, and the number of the last event that each was sent. */
  const streams = new Map<object, number | undefined>();
  const attention = openAttention(socket, () => streams.size);
  const lookAt = watchBackpressure(connection);
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
      const seq: unknown = Object(event).seq;
      if (typeof seq === 'number' && streams.has(operation)) streams.set(operation, seq);
    },
    forget: (operation) => void streams.delete(operation),
    look() {
      const { isTaking, isStalled } = lookAt();
      // Behind what is being taken a ping is seen late.
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

/** Whether a socket is listened to: not while it owes too much reading, or is owed too much work. */
interface Attention {
  send(text: string): Promise<void>;
  expect(work: Promise<void>): void;
  /** Listens or does not, as it is now. */
  turn(): void;
}

/** Work that has become a stream goes on for as long as it likes, and does not count. */
function openAttention(socket: WebSocket, countStreams: () => number): Attention {
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
      return new Promise((resolve) => {
        socket.send(text, () => {
          turn();
          resolve();
        });
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

/** At most 123 bytes, as a close frame holds. With one stream the number is said; with several each has its own. */
function slowReason(streams: ReadonlyMap<object, number | undefined>): string {
  const [only] = streams.values();
  return streams.size === 1 && only !== undefined
    ? `SLOW_CONSUMER resumeFrom=${only}`
    : 'SLOW_CONSUMER';
}
