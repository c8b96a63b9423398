import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import {
  getOperationAST,
  locatedError,
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { WebSocketServer } from 'ws';
import { contextOf, shownBy, type World } from '../context.js';
import { readQuery, translateError, type ReportBug } from '../gateway.js';
import { serveSockets } from './serveSockets.js';
import { createGuestBook } from './guestBook.js';

/** The largest frame a client may send, in bytes. */
const MAX_FRAME = 256 * 1024;

/** What the socket door stands on. */
export interface SocketDoor {
  readonly server: Server;
  readonly schema: GraphQLSchema;
  readonly world: World;
  readonly isProduction: boolean;
  readonly reportBug: ReportBug;
}

/** The socket door while it is open. */
export interface OpenSocketDoor {
  countSockets(): number;
  /** Open sockets are told to go away (1001) and may come back elsewhere. */
  close(): Promise<void>;
}

/**
 * Serves GraphQL over `graphql-transport-ws` at /graphql. A token may come as `authorization` in the connection
 * parameters. Errors pass through the same translation as everywhere: results of a socket do not go through Apollo.
 */
export function openSocketDoor(door: SocketDoor): OpenSocketDoor {
  const { server, schema, world, isProduction, reportBug } = door;
  const sockets = new WebSocketServer({ server, path: '/graphql', maxPayload: MAX_FRAME });
  // It repeats the server's own faults (a port that is taken), which whoever made it listen has heard already.
  sockets.on('error', () => undefined);
  const translate = (errors: readonly GraphQLError[]) =>
    errors.map((error) => translateError(error, randomUUID(), reportBug));
  const guests = createGuestBook(world);
  const served = serveSockets(
    {
      schema,
      onConnect: async ({ connectionParams, extra: { socket, request } }) => {
        const { authorization: header, ...shown } = shownBy(request, world);
        const authorization = tokenIn(connectionParams) ?? header;
        await guests.greet(socket, { ...shown, authorization });
      },
      context: ({ extra }) => contextOf(world, guests.factsOf(extra.socket)),
      // What the library itself does with a query that does not parse is to close the socket, with all that runs on it.
      onSubscribe: async ({ extra: { socket } }, _id, payload) => {
        const doubt = await doubtIn(guests.recheck(socket, true));
        return doubt ? [doubt] : readQuery({ schema, isProduction }, payload);
      },
      // What is sent to a socket that was told to leave does not arrive.
      onNext: async ({ extra: { socket } }, _id, _payload, args, { errors, data }) => {
        const doubt = await doubtIn(guests.recheck(socket, errors !== undefined));
        // A stream that left something out may not go on.
        if (doubt && isStream(args)) throw doubt.originalError ?? doubt;
        if (doubt) return { data: null, errors: translate([doubt]) };
        return errors && { data: data ?? null, errors: translate(errors) };
      },
      onError: async ({ extra: { socket } }, _id, _payload, errors) => {
        const doubt = await doubtIn(guests.recheck(socket, true));
        return translate(doubt ? [doubt] : errors);
      },
    },
    sockets,
    world.patience,
  );
  return { countSockets: () => sockets.clients.size, close: () => served.close() };
}

/**
 * Whether a request wants to become a socket. Others that would rather speak something else, as Java's client offers HTTP/2
 * with each, are answered as if they had not said so (RFC 9110 §7.8); a Node before 22.21 or 24.9 does not ask, and they are
 * refused.
 */
export function isSocketWanted({ headers }: IncomingMessage): boolean {
  return /websocket/i.test(headers.upgrade ?? '');
}

/** Why nobody could tell whether a socket is still welcome: the operation fails of it, and not the socket. */
function doubtIn(recheck: Promise<void>): Promise<GraphQLError | undefined> {
  return recheck.then(
    () => undefined,
    (error: unknown) => locatedError(error, undefined),
  );
}

function isStream({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === 'subscription';
}

/** Explorers send their headers as parameters, in the spelling their user chose. */
function tokenIn(parameters: Readonly<Record<string, unknown>> = {}): string | undefined {
  const [, value] =
    Object.entries(parameters).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof value === 'string' ? value : undefined;
}
