import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure } from '../errors/errors.js';
import { httpStatusOf } from '../errors/failureCodes.js';
import { isAnswering } from './requests.js';

/** Status lines for codes of Node's parser errors that are no `400 Bad Request`. */
const statusLines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** How long a client may take to read such an answer and close the connection, in milliseconds. */
const CLOSES_WITHIN = 1_000;

/**
 * Answers requests that cannot be parsed as HTTP, have headers that are too large, or arrive too late. Node calls no handler for these, and
 * passes the bare connection. In the middle of another answer the connection is closed, since ours would become a part of it.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (!socket.writable || isAnswering(socket)) return socket.destroy();
    const failure = new Failure('VALIDATION', 'The request could not be read');
    const statusLine = statusLines[error.code ?? ''];
    refuseConnection(socket, { failure, requestId: randomUUID(), statusLine });
  });
}

/** An answer on a connection for which Node has no response object. */
export interface BareAnswer {
  readonly failure: Failure;
  readonly requestId: string;
  /** Follows from the code of the failure when absent. */
  readonly statusLine?: string | undefined;
  readonly headers?: readonly string[];
}

/** Answers with a failure, in the same shape as every failed request, and closes the connection. */
export function refuseConnection(socket: Duplex, answer: BareAnswer): void {
  const { failure, requestId, headers = [] } = answer;
  const { reason, code, message } = failure;
  const status = httpStatusOf[code];
  const { statusLine = `${status} ${STATUS_CODES[status]}` } = answer;
  const body = JSON.stringify({ message, code, reason, requestId });
  const head = [
    `HTTP/1.1 ${statusLine}`,
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that does not close its side would keep the connection half open.
  setTimeout(() => socket.destroy(), CLOSES_WITHIN).unref();
}
