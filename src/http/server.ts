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

/** Options of a server, besides its application. */
export interface HttpServerOptions {
  /** How long each next part of a request may take to arrive, in milliseconds. */
  readonly bytesWithin: number;
  /** How long a client may read nothing of its answer before a stream counts as stalled, in milliseconds. */
  readonly stalledAfter: number;
  /** Whether a request with an `Upgrade` header becomes a socket. */
  shouldUpgrade(request: IncomingMessage): boolean;
  readonly observe: ObserveRequest;
  /** Answers requests whose target is no valid URL, such as `http://[x/`: express runs no handler for these. */
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
 * Creates the application, and the classes of its requests and responses, which have the methods of express from the start. Express sets
 * the prototype of each request and response, which makes V8 run the code that uses them more slowly; where the prototype is the right one
 * already, nothing changes (ADR 2).
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

/** Forbids storing answers, because they depend on the caller. Files of pages set their own `Cache-Control`. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** How long a whole request may take to arrive, however steadily it does, in milliseconds. */
const REQUEST_WITHIN = 300_000;

/**
 * How long a connection stays open between two requests, in milliseconds. A load balancer sends requests through connections that it keeps,
 * and most close theirs after 60 s. If this server closed one before, a request that is on its way would fail.
 */
const IDLE_FOR = 75_000;

/** How often Node checks for requests that are late, in milliseconds. */
const CHECK_EVERY = 1_000;

/** Options for a server that closes connections whose headers do not arrive within `within` milliseconds, or that are idle. */
function requestTimeouts(within: number): ServerOptions {
  return {
    headersTimeout: within,
    keepAliveTimeout: IDLE_FOR,
    requestTimeout: Math.max(REQUEST_WITHIN, within),
    connectionsCheckingInterval: Math.min(CHECK_EVERY, within / 4),
  };
}

/**
 * Closes a connection when nothing of a request's body arrives for `within` milliseconds, even if no handler reads it. A body
 * may arrive slowly but steadily. One that arrives with its headers, as nearly all do, costs no timer.
 */
function watchBody(server: Server, request: IncomingMessage, within: number): void {
  // By then everything that arrived with the headers has been parsed.
  queueMicrotask(() => {
    if (request.complete) return;
    const { socket } = request;
    let { bytesRead } = socket;
    let checksWithoutProgress = 0;
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      // While unread data waits here, the delay is this server's.
      const isComing = socket.bytesRead !== bytesRead || request.readableLength > 0;
      ({ bytesRead } = socket);
      checksWithoutProgress = isComing ? 0 : checksWithoutProgress + 1;
      // As for readers: time alone would also pass while this process is busy and reads nothing.
      if (checksWithoutProgress < CHECKS) return;
      clearInterval(timer);
      server.emit('clientError', new BodyTimeout('The body does not come'), socket);
    }, within / CHECKS);
    request.once('close', () => clearInterval(timer));
  });
}

/**
 * Closes a connection whose client reads nothing of an answer for twice `stalledAfter`, in milliseconds: a stream that stalls is ended with
 * a reason after `stalledAfter`. Making an answer may take longer, and a client may read it slowly and steadily.
 */
function watchReaders(server: Server, stalledAfter: number): void {
  const connections = new Map<Socket, () => BackpressureCheck>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, watchBackpressure(socket));
    socket.once('close', () => connections.delete(socket));
  });
  // One timer for all of them: Node would set one for each connection again with each request.
  const timer = setInterval(
    () => {
      for (const [socket, check] of connections) if (check().isStalled) socket.destroy();
    },
    (2 * stalledAfter) / CHECKS,
  );
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** An error with the code of Node's own for a late request, so that it is answered in the same way. */
class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
