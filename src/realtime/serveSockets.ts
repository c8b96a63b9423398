import type { IncomingMessage } from 'node:http';
import {
  CloseCode,
  handleProtocols,
  makeServer,
  type Server as Protocol,
  type ServerOptions,
} from 'graphql-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Patience } from '../context.js';
import { openReader, type Reader } from './reader.js';

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

/** How often, in milliseconds, it is looked whether readers are stalled; more often for little patience. */
const LOOK_EVERY = 1_000;

/**
 * Joins the protocol of graphql-ws with the sockets. Its own joint does not tell a reader that takes nothing from one that
 * is gone; here the former is closed by name (field §3.3). What a client sends is answered in the order it comes.
 */
export function serveSockets(
  options: SocketOptions,
  sockets: WebSocketServer,
  patience: Pick<Patience, 'pingEvery' | 'initWithin' | 'stalledAfter'>,
): ServedSockets {
  const { pingEvery, initWithin, stalledAfter } = patience;
  const protocol = makeServer({ ...noting(options), connectionInitWaitTimeout: initWithin });
  const readers = new Set<Reader>();
  sockets.options.handleProtocols = handleProtocols;
  sockets.on('connection', (socket, request) => {
    const reader = openReader(socket);
    readers.add(reader);
    socket.once('close', () => readers.delete(reader));
    join(protocol, { socket, request, reader });
  });
  // After what came while this process itself was held up has been read: timers run before that.
  const each = (look: (reader: Reader) => void) => () =>
    void setImmediate(() => readers.forEach(look));
  const checking = setInterval(
    each((reader) => reader.check()),
    pingEvery,
  );
  const looking = setInterval(
    each((reader) => reader.closeIfStalled(stalledAfter)),
    Math.min(LOOK_EVERY, stalledAfter),
  );
  return {
    async close() {
      clearInterval(checking);
      clearInterval(looking);
      await closeAll(sockets);
    },
  };
}

/** The same hooks, which also note what each operation has come to. */
function noting(options: SocketOptions): SocketOptions {
  return {
    ...options,
    onNext(context, id, payload, args, result) {
      context.extra.reader.note(id, result.data);
      return options.onNext?.(context, id, payload, args, result);
    },
    onComplete(context, id, payload) {
      context.extra.reader.forget(id);
      return options.onComplete?.(context, id, payload);
    },
  };
}

function join(protocol: Protocol<SocketFacts>, facts: SocketFacts): void {
  const { socket, reader } = facts;
  // A frame that is too large or malformed: the socket closes itself with the code for it.
  socket.on('error', () => undefined);
  const fail = (): void => socket.close(CloseCode.InternalServerError, 'Internal server error');
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => reader.send(text),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (take) => socket.on('message', (data) => void take(String(data)).catch(fail)),
    },
    facts,
  );
  socket.once('close', (code, reason) => void closed(code, String(reason)));
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
