import type { IncomingMessage, Server, ServerOptions } from 'node:http';

/** How long, in milliseconds, a whole request may take to come, however steadily it does. */
const REQUEST_WITHIN = 300_000;

/** How often, in milliseconds, Node looks for requests that are late. */
const LOOK_EVERY = 1_000;

/** The options of a server that closes a connection whose headers are not there after `within` milliseconds. */
export function requestTimeouts(within: number): ServerOptions {
  return {
    headersTimeout: within,
    requestTimeout: Math.max(REQUEST_WITHIN, within),
    connectionsCheckingInterval: Math.min(LOOK_EVERY, within / 4),
  };
}

/**
 * Closes a connection on which nothing of an announced body comes for `within` milliseconds, read by somebody or not. A body
 * that comes slowly and steadily is waited for. What came with its headers, as nearly every body does, costs no timer.
 */
export function watchBodies(server: Server, within: number): void {
  server.prependListener('request', (request) => {
    // By then all that came with the headers has been parsed.
    queueMicrotask(() => {
      if (!request.complete) watchBody(server, request, within);
    });
  });
}

function watchBody(server: Server, request: IncomingMessage, within: number): void {
  const { socket } = request;
  let { bytesRead } = socket;
  const looking = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(looking);
    // While something waits to be read here, it is this server that is late.
    const isComing = socket.bytesRead !== bytesRead || request.readableLength > 0;
    ({ bytesRead } = socket);
    if (isComing) return;
    clearInterval(looking);
    server.emit('clientError', new BodyTimeout('The body does not come'), socket);
  }, within);
  request.once('close', () => clearInterval(looking));
}

/** Has the code of Node's own error for a late request, so that it is answered in the same way. */
class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
