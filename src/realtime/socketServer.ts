import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import {
  getOperationAST,
  locatedError,
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { WebSocketServer, type VerifyClientCallbackAsync } from 'ws';
import { contextOf, shownBy, type Services } from '../context/context.js';
import { Failure, httpStatusOf } from '../errors/errors.js';
import {
  readQuery,
  translateError,
  type ReadQuery,
  type ReportBug,
  type UnreadQuery,
} from '../graphql/execute.js';
import type { Log } from '../log/log.js';
import { outageIn } from '../errors/outage.js';
import { openRateMeter, type RateMeter } from '../rateLimits/meter.js';
import { rootFieldsOf } from '../rateLimits/rootFields.js';
import { serveSockets } from './serveSockets.js';
import { createSocketAuthentication } from './socketAuthentication.js';

/** The largest frame a client may send, in bytes. */
const MAX_FRAME = 256 * 1024;

/** What the socket transport stands on. */
export interface SocketTransport {
  readonly server: Server;
  readonly schema: GraphQLSchema;
  readonly world: Services;
  readonly isProduction: boolean;
  readonly reportBug: ReportBug;
  readonly log: Pick<Log, 'writeRequest'>;
}

/** The socket transport while it is open. */
export interface OpenSocketTransport {
  countSockets(): number;
  /** Open sockets are told to go away (1001) and may come back elsewhere. */
  close(): Promise<void>;
}

/**
 * Serves GraphQL over `graphql-transport-ws` at /graphql. A token may come as `authorization` in the connection
 * parameters. Errors pass through the same translation as everywhere: results of a socket do not go through Apollo.
 */
export function openSocketTransport(transport: SocketTransport): OpenSocketTransport {
  const { schema, world, reportBug } = transport;
  const sockets = openSockets(transport);
  const translate = (errors: readonly GraphQLError[]) =>
    errors.map((error) => translateError(error, randomUUID(), reportBug));
  const guests = createSocketAuthentication(world);
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
        const rates = openRateMeter(world.rateLimits, contextOf(world, guests.factsOf(socket)));
        const refusal = await doubtIn(rates?.countRequest());
        const doubt = refusal ?? (await doubtIn(guests.recheck(socket, true)));
        return doubt ? [doubt] : readCounted(transport, payload, rates);
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
    world.timeouts,
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

/** Why a socket may not go on for now, or nobody could tell whether it may: the operation fails of it, and not the socket. */
async function doubtIn(check: Promise<void> | undefined): Promise<GraphQLError | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    return locatedError(error, undefined);
  }
}

function isStream({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === 'subscription';
}

/** A caller's query that may be run, also as far as limits go; or why not. */
async function readCounted(
  { schema, isProduction }: SocketTransport,
  payload: UnreadQuery,
  rates: RateMeter | undefined,
): Promise<ReadQuery | readonly GraphQLError[]> {
  const query = readQuery({ schema, isProduction }, payload);
  if (!('document' in query)) return query;
  const fields = rootFieldsOf({ ...payload, document: query.document });
  const refusal = await doubtIn(rates?.countFields(fields));
  return refusal ? [refusal] : query;
}

function openSockets(transport: SocketTransport): WebSocketServer {
  const { server } = transport;
  const verifyClient = admitWithin(transport);
  const options = { server, path: '/graphql', maxPayload: MAX_FRAME, verifyClient };
  // It repeats the server's own faults (a port that is taken), which whoever made it listen has heard already.
  return new WebSocketServer(options).on('error', () => undefined);
}

/**
 * Counts attempts to open a socket; what is too much, or cannot be counted, is answered before there is one, and has its line
 * in the log.
 */
function admitWithin({ world, reportBug, log }: SocketTransport): VerifyClientCallbackAsync {
  return ({ req: request }, done) => {
    const requestId = randomUUID();
    const context = contextOf(world, { requestId, ...shownBy(request, world) });
    const counted = openRateMeter(world.rateLimits, context)?.countRequest() ?? Promise.resolve();
    counted.then(
      () => done(true),
      (error: unknown) => {
        const failure = error instanceof Failure ? error : outageIn(error);
        if (!failure) reportBug(error, requestId);
        const status = httpStatusOf[failure?.code ?? 'INTERNAL_SERVER_ERROR'];
        const { method = '', url = '' } = request;
        const client = context.clientAddress;
        log.writeRequest('info', { requestId, method, url, status, ms: 0, client });
        refuse(done, { status, requestId, retryAfter: failure?.retryAfter });
      },
    );
  };
}

interface Refusal {
  readonly status: number;
  readonly requestId: string;
  readonly retryAfter: number | undefined;
}

function refuse(
  done: Parameters<VerifyClientCallbackAsync>[1],
  { status, requestId, retryAfter }: Refusal,
): void {
  const later = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  done(false, status, STATUS_CODES[status], { 'X-Request-Id': requestId, ...later });
}

/** Explorers send their headers as parameters, in the spelling their user chose. */
function tokenIn(parameters: Readonly<Record<string, unknown>> = {}): string | undefined {
  const [, value] =
    Object.entries(parameters).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof value === 'string' ? value : undefined;
}
