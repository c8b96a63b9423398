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
import type { Timeouts } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import { outageIn } from '../errors/outage.js';
import { CHECKS } from '../http/backpressure.js';
import { openReader, type Reader } from './reader.js';
import { openSchedule } from './schedule.js';

/** What is known of the socket an operation came through. */
export interface SocketFacts {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly reader: Reader;
}

/** What a socket is served by: hooks and schema, as graphql-ws takes them. */
export type SocketOptions = ServerOptions<Record<string, unknown> | undefined, SocketFacts>;

/** Sockets that are being served. */
export interface ServedSockets {
  /** Tells all clients to go away, and lets go of those that do not. */
  close(): Promise<void>;
}

/** How long, in milliseconds, a client that was told to go away has to do so. */
const LEAVES_WITHIN = 3_000;

/** How long, in milliseconds, a client that never introduced itself has to close its side. */
const SILENT_CLOSES_WITHIN = 1_000;

/** The close codes for clients that never introduced themselves, or in no protocol that is spoken here. */
const SILENT = [CloseCode.ConnectionInitialisationTimeout, CloseCode.SubprotocolNotAcceptable].map(
  Number,
);

/** The close code after which clients of graphql-transport-ws come back; after 4500 they do not by themselves. */
const TRY_AGAIN_LATER = 1013;

/** How many operations a socket may have open. */
const MOST_OPERATIONS = 100;

/**
 * Joins the protocol of graphql-ws with the sockets. Its own joint does not tell a reader that takes nothing from one that
 * is gone; here the former is closed by name. What a client sends is answered in the order it comes.
 */
export function serveSockets(
  options: SocketOptions,
  sockets: WebSocketServer,
  timeouts: Pick<Timeouts, 'pingEvery' | 'initWithin' | 'stalledAfter'>,
): ServedSockets {
  const { pingEvery, initWithin, stalledAfter } = timeouts;
  const protocol = makeServer({ ...bounded(options), connectionInitWaitTimeout: initWithin });
  const rotas = [
    openSchedule<Reader>(pingEvery, (reader) => reader.check()),
    openSchedule<Reader>(stalledAfter / CHECKS, (reader) => reader.look()),
  ];
  sockets.options.handleProtocols = handleProtocols;
  sockets.on('connection', (socket, request) => {
    const reader = openReader(socket, request.socket);
    for (const rota of rotas) socket.once('close', rota.add(reader));
    join(protocol, { socket, request, reader });
  });
  return {
    async close() {
      for (const rota of rotas) rota.stop();
      await closeAll(sockets);
    },
  };
}

/** The same hooks, which also hold a socket to its share, and note what each stream has come to. */
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
      // It is sent now: one that was closed before has not come so far.
      context.extra.reader.note(payload, result.data);
      return shown;
    },
    onComplete({ extra: { reader } }, _id, payload) {
      reader.forget(payload);
    },
  };
}

function tooMany(): GraphQLError {
  const said = `A socket may have ${MOST_OPERATIONS} operations open; complete some first`;
  return new GraphQLError(said, { originalError: new Failure('TOO_MANY_OPERATIONS', said) });
}

function join(protocol: Protocol<SocketFacts>, facts: SocketFacts): void {
  const { socket, reader } = facts;
  // A frame that is too large or malformed: the socket closes itself with the code for it.
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
        // Who has not introduced itself is not waited for: nothing is on the way to them.
        if (!SILENT.includes(Number(code))) return;
        setTimeout(() => socket.terminate(), SILENT_CLOSES_WITHIN).unref();
      },
      onMessage: (take) =>
        socket.on('message', (data) => reader.expect(take(String(data)).catch(fail))),
    },
    facts,
  );
  // A stream may fail while it ends, of a database that cannot be reached: nobody is there to be told.
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
