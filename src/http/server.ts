import {
  createServer,
  IncomingMessage,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { type BackpressureCheck, CHECKS, watchBackpressure } from './backpressure.js';
import { answerClientErrors } from './clientErrors.js';
import { checkConnection } from './nodeInternals.js';
import type { ObserveRequest } from './requests.js';

/** The HTTP server and the express application that answers its requests. */
export interface HttpServer {
  readonly server: Server;
  readonly app: Express;
}

/** What a server is made of besides its application. */
export interface HttpServerOptions {
  /** How long, in milliseconds, each next part of a request may take to arrive. */
  readonly bytesWithin: number;
  /** How long, in milliseconds, a client may read nothing of its answer before a stream counts as stalled. */
  readonly stalledAfter: number;
  /** Whether a request with an `Upgrade` header becomes a socket. */
  shouldUpgrade(request: IncomingMessage): boolean;
  readonly observe: ObserveRequest;
  /** Answers requests whose target no URL parser takes, such as `http://[x/`: express runs no handler for these. */
  refuse(response: ServerResponse): void;
}

/** Opens the server; it does not listen yet. It closes connections on which nothing arrives, or whose clients read nothing. */
export function openServer(
  options: HttpServerOptions,
  warn: (sentence: string) => void,
): HttpServer {
  const { bytesWithin, stalledAfter, shouldUpgrade, observe, refuse } = options;
  const { app, ...classes } = openExpress();
  const handle: Handle = app;
  const server = createServer(
    { shouldUpgradeCallback: shouldUpgrade, ...classes, ...requestTimeouts(bytesWithin) },
    (request, response) => {
      observe(request, response);
      watchBody(server, request, bytesWithin);
      handle(request, response, () => refuse(response));
    },
  );
  server.once('connection', (socket) => checkConnection(socket, warn));
  answerClientErrors(server);
  watchReaders(server, stalledAfter);
  return { server, app };
}

/** An express application as express itself mounts it; the last argument is called when no handler has answered. */
type Handle = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Makes the application, and the classes of its requests and responses, which have the methods of express from the start.
 * Express sets the prototype of each request and response, which makes V8 run the code that uses them more slowly; where
 * it is the right one already, nothing changes (ADR 2).
 */
function openExpress() {
  const app = express().disable('x-powered-by').disable('etag');
  class AppRequest extends IncomingMessage {}
  class AppResponse<T extends IncomingMessage> extends ServerResponse<T> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { app, IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/** Answers depend on the caller, so nothing may store them. Files of pages set their own `Cache-Control`. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** How long, in milliseconds, a whole request may take to arrive, however steadily it does. */
const REQUEST_WITHIN = 300_000;

/**
 * How long, in milliseconds, a connection stays open between two requests. A load balancer sends requests through connections it
 * keeps, and most close theirs after 60 s: one that this server closes at that moment would fail a request that is on its way.
 */
const IDLE_FOR = 75_000;

/** How often, in milliseconds, Node checks for requests that are late. */
const LOOK_EVERY = 1_000;

/** Options for a server that closes connections whose headers do not arrive within `within` milliseconds, or that are idle. */
function requestTimeouts(within: number): ServerOptions {
  return {
    headersTimeout: within,
    keepAliveTimeout: IDLE_FOR,
    requestTimeout: Math.max(REQUEST_WITHIN, within),
    connectionsCheckingInterval: Math.min(LOOK_EVERY, within / 4),
  };
}

/**
 * Closes a connection when nothing of a request's body arrives for `within` milliseconds, even if no handler reads it. A body
 * may arrive slowly but steadily. One that arrives with its headers, as nearly all do, costs no timer.
 */
function watchBody(server: Server, request: IncomingMessage, within: number): void {
  // By then everything that arrived with the headers has been parsed.
  queueMicrotask(() => {
    if (!request.complete) checkProgress(server, request, within);
  });
}

function checkProgress(server: Server, request: IncomingMessage, within: number): void {
  const { socket } = request;
  let { bytesRead } = socket;
  let looksWithoutProgress = 0;
  const looking = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(looking);
    // While unread data waits here, the delay is this server's.
    const isComing = socket.bytesRead !== bytesRead || request.readableLength > 0;
    ({ bytesRead } = socket);
    looksWithoutProgress = isComing ? 0 : looksWithoutProgress + 1;
    // As for readers: time alone would also pass while this process is busy and reads nothing.
    if (looksWithoutProgress < CHECKS) return;
    clearInterval(looking);
    server.emit('clientError', new BodyTimeout('The body does not come'), socket);
  }, within / CHECKS);
  request.once('close', () => clearInterval(looking));
}

/**
 * Closes a connection whose client reads nothing of an answer for twice `stalledAfter`, in milliseconds: a stream that stalls is
 * ended with a reason after `stalledAfter`. An answer may take longer to be made, and a client may read it slowly and steadily.
 */
function watchReaders(server: Server, stalledAfter: number): void {
  const connections = new Map<Socket, () => BackpressureCheck>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, watchBackpressure(socket));
    socket.once('close', () => connections.delete(socket));
  });
  // One timer for all of them: Node's own for each connection would be set again with each request.
  const looking = setInterval(
    () => {
      for (const [socket, look] of connections) if (look().isStalled) socket.destroy();
    },
    (2 * stalledAfter) / CHECKS,
  );
  looking.unref();
  server.once('close', () => clearInterval(looking));
}

/** An error with the code of Node's own for a late request, so that it is answered in the same way. */
class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
