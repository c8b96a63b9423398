import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import {
  getOperationAST,
  locatedError,
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { WebSocketServer, type VerifyClientCallbackAsync } from 'ws';
import { type Services, contextOf, shownBy } from '../context/context.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import { httpStatusOf } from '../errors/failureCodes.js';
import {
  readQuery,
  translateError,
  type ReadQuery,
  type ReportBug,
  type UnreadQuery,
} from '../graphql/execute.js';
import type { CallerOperations } from '../graphql/callerOperations.js';
import { shownCost } from '../graphql/limits.js';
import { refuseConnection } from '../http/clientErrors.js';
import type { Log } from '../log/log.js';
import { isReported, outageIn } from '../errors/outage.js';
import { openRateMeter, type RateMeter } from '../rateLimits/meter.js';
import { rootFieldsOf } from '../rateLimits/rootFields.js';
import { serveSockets } from './serveSockets.js';
import { createSocketAuthentication } from './socketAuthentication.js';

const PATH = '/graphql';

/** The largest frame a client may send, in bytes. */
const MAX_FRAME = 256 * 1024;

/** Dependencies of the socket transport. */
export interface SocketTransport {
  readonly server: Server;
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly operations: CallerOperations;
  readonly isProduction: boolean;
  readonly reportBug: ReportBug;
  readonly log: Pick<Log, 'writeRequest'>;
}

/** The socket transport while it is open. */
export interface OpenSocketTransport {
  countSockets(): number;
  /** Closes open sockets with 1001; their clients connect to another server. */
  close(): Promise<void>;
}

/**
 * Serves GraphQL over `graphql-transport-ws` at /graphql. A token may come as `authorization` in the connection
 * parameters. Errors pass through the same translation as everywhere: results of a socket do not go through Apollo.
 */
export function openSocketTransport(transport: SocketTransport): OpenSocketTransport {
  const { schema, services, reportBug } = transport;
  const sockets = openSockets(transport);
  const translate = (errors: readonly GraphQLError[]) =>
    errors.map((error) => translateError(error, randomUUID(), reportBug));
  const { greet, factsOf, recheck } = createSocketAuthentication(services);
  const served = serveSockets(
    {
      schema,
      execute: transport.operations.run,
      subscribe: transport.operations.subscribe,
      onConnect: async ({ connectionParams, extra: { socket, request } }) => {
        const { authorization: header, ...shown } = shownBy(request, services);
        const authorization = tokenIn(connectionParams) ?? header;
        await greet(socket, { ...shown, authorization }).catch(rethrowTo(reportBug));
      },
      context: ({ extra }) => contextOf(services, factsOf(extra.socket)),
      // graphql-ws itself closes the socket, with all its operations, when a query does not parse.
      onSubscribe: async ({ extra: { socket } }, _id, payload) => {
        const rates = openRateMeter(services.rateLimits, contextOf(services, factsOf(socket)));
        const refusal =
          (await refusalIn(rates?.countRequest())) ?? (await refusalIn(recheck(socket, true)));
        return refusal ? [refusal] : keepCost(await readCounted(transport, payload, rates));
      },
      // Nothing is delivered to a socket that is being closed.
      onNext: async ({ extra: { socket } }, _id, _payload, args, { errors, data }) => {
        const refusal = await refusalIn(recheck(socket, errors !== undefined));
        // A stream that has left out an event must not continue.
        if (refusal && isStream(args)) throw refusal.originalError ?? refusal;
        if (refusal) return { data: null, errors: translate([refusal]) };
        const shown = errors && { errors: translate(errors) };
        return { data: data ?? null, ...shown, ...takeCost(args) };
      },
      onError: async ({ extra: { socket } }, _id, _payload, errors) => {
        const refusal = await refusalIn(recheck(socket, true));
        return translate(refusal ? [refusal] : errors);
      },
    },
    sockets,
    services.timeouts,
  );
  return { countSockets: () => sockets.clients.size, close: () => served.close() };
}

/**
 * Whether an upgrade request becomes a socket. The `Upgrade` of others is ignored (RFC 9110, section 7.8), such as the HTTP/2 that Java's
 * client offers with each request, or a WebSocket at another path. Node before 22.21 and 24.9 cannot ignore it: there ws refuses such
 * requests with 400.
 */
export function isSocketWanted({ headers, url = '' }: IncomingMessage): boolean {
  const [path] = url.split('?', 1);
  return path === PATH && /websocket/i.test(headers.upgrade ?? '');
}

/** Reports an outage, for which the socket is closed. */
function rethrowTo(reportBug: ReportBug) {
  return (error: unknown): never => {
    if (outageIn(error)) reportBug(error, randomUUID());
    throw error;
  };
}

/** The error of a failed check, which fails the operation and leaves the socket open. */
async function refusalIn(check: Promise<void> | undefined): Promise<GraphQLError | undefined> {
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

/** A query within all limits, or the errors for which it is not run. */
async function readCounted(
  transport: SocketTransport,
  payload: UnreadQuery,
  rates: RateMeter | undefined,
): Promise<ReadQuery | readonly GraphQLError[]> {
  const query = readQuery(transport, payload);
  if (!('document' in query)) return query;
  const fields = rootFieldsOf({ ...payload, document: query.document });
  const refusal = await refusalIn(rates?.countFields(fields));
  return refusal ? [refusal] : query;
}

/** The costs of operations that have no answer yet: the first answer contains the cost, later events of a stream do not. */
const costs = new WeakMap<ExecutionArgs, number>();

function keepCost(read: ReadQuery | readonly GraphQLError[]) {
  if ('cost' in read) costs.set(read, read.cost);
  return read;
}

function takeCost(args: ExecutionArgs) {
  const cost = costs.get(args);
  costs.delete(args);
  return cost === undefined ? undefined : { extensions: { cost: shownCost(cost) } };
}

function openSockets(transport: SocketTransport): WebSocketServer {
  const { server } = transport;
  const verifyClient = countAttempts(transport);
  const sockets = new WebSocketServer({ server, path: PATH, maxPayload: MAX_FRAME, verifyClient });
  // A handshake that does not follow RFC 6455.
  sockets.on('wsClientError', ({ message }, _connection, request) => {
    refuseHandshake(transport, request, new Failure('VALIDATION', message));
  });
  // Errors of the server (a port that is taken), which its owner handles.
  return sockets.on('error', () => undefined);
}

/** Counts attempts to open a socket. Those beyond the rate limit, or that cannot be counted, are refused with an HTTP status. */
function countAttempts(transport: SocketTransport): VerifyClientCallbackAsync {
  const { services, reportBug } = transport;
  return ({ req: request }, accept) => {
    const requestId = randomUUID();
    const context = contextOf(services, { requestId, ...shownBy(request, services) });
    const counted =
      openRateMeter(services.rateLimits, context)?.countRequest() ?? Promise.resolve();
    counted.then(
      () => accept(true),
      (error: unknown) => {
        const failure = error instanceof Failure ? error : outageIn(error);
        if (isReported(failure)) reportBug(error, requestId);
        const shown = failure ?? commonFailure('INTERNAL');
        refuseHandshake(transport, request, shown, requestId);
      },
    );
  };
}

/** Answers a request that does not become a socket, and writes its log line. */
function refuseHandshake(
  { services, log }: SocketTransport,
  request: IncomingMessage,
  failure: Failure,
  requestId: string = randomUUID(),
): void {
  const { method = '', url = '', socket } = request;
  const status = httpStatusOf[failure.code];
  const client = services.clientAddressOf(request);
  log.writeRequest('info', { requestId, method, url, status, ms: 0, client });
  const { retryAfter } = failure;
  const later = retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`];
  // RFC 6455, section 4.4: a client of another version learns which one is supported.
  const headers = ['Sec-WebSocket-Version: 13', ...later];
  refuseConnection(socket, { failure, requestId, headers });
}

/** Explorers send headers as connection parameters, in whatever case their user typed. */
function tokenIn(parameters: Readonly<Record<string, unknown>> = {}): string | undefined {
  const [, value] =
    Object.entries(parameters).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof value === 'string' ? value : undefined;
}
