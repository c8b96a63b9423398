import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { answerClientErrors } from './clientErrors.js';
import { requestTimeouts, watchBody, watchReaders } from './halfOpen.js';
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
 * it is the right one already, nothing changes (ADR 23).
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
