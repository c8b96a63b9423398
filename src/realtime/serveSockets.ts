import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import {
  CloseCode,
  handleProtocols,
  makeServer,
  type Server as Protocol,
  type ServerOptions,
} from 'graphql-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Timeouts } from '../context/timeouts.js';
import { Failure } from '../errors/errors.js';
import { outageIn } from '../errors/outage.js';
import { CHECKS } from '../http/backpressure.js';
import { openReader, type Reader } from './reader.js';

/** The socket of an operation, and the request that opened it. */
export interface SocketFacts {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly reader: Reader;
}

/** Hooks and schema, as graphql-ws takes them. */
export type SocketOptions = ServerOptions<Record<string, unknown> | undefined, SocketFacts>;

/** Sockets that are being served. */
export interface ServedSockets {
  /** Closes all sockets with 1001, and terminates those whose clients do not close in time. */
  close(): Promise<void>;
}

/** How long clients may take to answer the close of a server that stops, in milliseconds. */
const LEAVES_WITHIN = 3_000;

/** How long a client that never sent `connection_init` may take to close its side, in milliseconds. */
const SILENT_CLOSES_WITHIN = 1_000;

/** The close codes for clients that never sent `connection_init`, or offered no supported protocol. */
const SILENT = [CloseCode.ConnectionInitialisationTimeout, CloseCode.SubprotocolNotAcceptable].map(
  Number,
);

/** The close code after which clients of graphql-transport-ws reconnect; after 4500 they do not. */
const TRY_AGAIN_LATER = 1013;

const MOST_OPERATIONS = 100;

/**
 * Connects the protocol of graphql-ws with the sockets of ws. It replaces `graphql-ws/use/ws`, which terminates a client that misses a ping
 * without a reason, reads from a client without limit, and closes with 4500 when the database is down (ADR 9).
 */
export function serveSockets(
  options: SocketOptions,
  sockets: WebSocketServer,
  timeouts: Pick<Timeouts, 'pingEvery' | 'initWithin' | 'stalledAfter'>,
): ServedSockets {
  const { pingEvery, initWithin, stalledAfter } = timeouts;
  const protocol = makeServer({ ...bounded(options), connectionInitWaitTimeout: initWithin });
  const schedules = [
    openSchedule<Reader>(pingEvery, (reader) => reader.check()),
    openSchedule<Reader>(stalledAfter / CHECKS, (reader) => reader.checkProgress()),
  ];
  sockets.options.handleProtocols = handleProtocols;
  sockets.on('connection', (socket, request) => {
    const reader = openReader(socket, request.socket);
    for (const schedule of schedules) socket.once('close', schedule.add(reader));
    join(protocol, { socket, request, reader });
  });
  return {
    async close() {
      for (const schedule of schedules) schedule.stop();
      await closeAll(sockets);
    },
  };
}

/** The same hooks, which also limit the operations of a socket and record the last event of each stream. */
function bounded(options: SocketOptions): SocketOptions {
  return {
    ...options,
    onSubscribe(context, id, payload) {
      if (Object.keys(context.subscriptions).length > MOST_OPERATIONS) return [tooMany()];
      return options.onSubscribe?.(context, id, payload);
    },
    onOperation({ extra: { reader } }, _id, payload, _args, result) {
      if (Symbol.asyncIterator in result) reader.stream(payload);
    },
    async onNext(context, id, payload, args, result) {
      const shown = await options.onNext?.(context, id, payload, args, result);
      // Recorded only here: a stream that was closed above has not sent this event.
      context.extra.reader.note(payload, result.data);
      return shown;
    },
    onComplete({ extra: { reader } }, _id, payload) {
      reader.forget(payload);
    },
  };
}

function tooMany(): GraphQLError {
  const message = `A socket may have ${MOST_OPERATIONS} operations open; complete some first`;
  return new GraphQLError(message, { originalError: new Failure('TOO_MANY_OPERATIONS', message) });
}

function join(protocol: Protocol<SocketFacts>, facts: SocketFacts): void {
  const { socket, reader } = facts;
  // A frame that is too large or malformed: ws closes the socket with the matching code.
  socket.on('error', () => undefined);
  const fail = (error: unknown): void => {
    if (outageIn(error)) socket.close(TRY_AGAIN_LATER, 'Try again later');
    else socket.close(CloseCode.InternalServerError, 'Internal server error');
  };
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => reader.send(text),
      close: (code, reason) => {
        socket.close(code, reason);
        // Nothing else is being sent to a client without `connection_init`, so nothing is lost.
        if (!SILENT.includes(Number(code))) return;
        setTimeout(() => socket.terminate(), SILENT_CLOSES_WITHIN).unref();
      },
      onMessage: (take) =>
        socket.on('message', (data) => reader.expect(take(String(data)).catch(fail))),
    },
    facts,
  );
  // Ending a stream may fail when the database is down; the client is gone by then.
  socket.once('close', (code, reason) => {
    closed(code, String(reason)).catch(() => undefined);
  });
}

async function closeAll(sockets: WebSocketServer): Promise<void> {
  for (const client of sockets.clients) client.close(1001, 'Going away');
  const timer = setTimeout(() => {
    for (const client of sockets.clients) client.terminate();
  }, LEAVES_WITHIN);
  await new Promise((resolve) => sockets.close(resolve));
  await Promise.all(
    [...sockets.clients].map((client) => new Promise((resolve) => client.once('close', resolve))),
  );
  clearTimeout(timer);
}

interface Schedule<T> {
  /** Adds an item; returns a function that removes it. */
  add(item: T): () => void;
  stop(): void;
}

/** The most parts that items are divided into, and the least time between two parts, in milliseconds. */
const [MOST_PARTS, LEAST_APART] = [48, 20] as const;

/**
 * Checks each item once in `every` milliseconds, spread over that time: pinging five thousand sockets at once, and reading their answers,
 * would block the event loop for a tenth of a second.
 */
export function openSchedule<T>(every: number, check: (item: T) => void): Schedule<T> {
  const count = Math.min(MOST_PARTS, Math.max(1, Math.floor(every / LEAST_APART)));
  const parts = Array.from({ length: count }, () => new Set<T>());
  let [added, turn] = [0, 0];
  const checkNext = (): void => {
    turn = (turn + 1) % count;
    // Timers run before input is read. This way, input that arrived while the process was busy is read first.
    setImmediate(() => parts[turn]?.forEach(check));
  };
  const timer = setInterval(checkNext, every / count);
  return {
    add(item) {
      added = (added + 1) % count;
      const part = parts[added];
      part?.add(item);
      return () => part?.delete(item);
    },
    stop: () => clearInterval(timer),
  };
}
