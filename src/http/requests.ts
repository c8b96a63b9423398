import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Request } from 'express';
import type { Log } from '../log/log.js';
import type { Metrics } from './metrics.js';

/** The facts of one HTTP request while it is served. */
export interface RequestInfo {
  /** Sent as `X-Request-Id`, shown in every error and written in the log. */
  readonly requestId: string;
  /** The root field it runs, once that is known. */
  operation?: string;
  /** The name that the caller gave its operation, shortened. */
  operationName?: string | undefined;
}

const infos = new WeakMap<ServerResponse, RequestInfo>();

/** The facts of the request that this response answers. The first call creates the id of the request. */
export function requestInfoOf(response: ServerResponse): RequestInfo {
  const known = infos.get(response);
  if (known) return known;
  const info: RequestInfo = { requestId: randomUUID() };
  infos.set(response, info);
  response.setHeader('X-Request-Id', info.requestId);
  return info;
}

const openAnswers = new WeakMap<Duplex, Set<ServerResponse>>();

/** Whether an answer is being sent on a connection: anything else written there would become a part of it. */
export function isAnswering(connection: Duplex): boolean {
  return [...(openAnswers.get(connection) ?? [])].some((answer) => answer.headersSent);
}

/** Called with each request, before anything answers it. */
export type ObserveRequest = (request: IncomingMessage, response: ServerResponse) => void;

/** Addresses that machines request every few seconds: logged at level `debug`. Proxies may send the whole URL. */
const PROBE = /^(?:[A-Za-z][A-Za-z\d+.-]*:\/\/[^/?#]*)?\/(?:healthz|readyz|metrics)(?:[?#]|$)/;

/**
 * Gives each request its id, keeps its answer while it is open, and writes one log line and one measurement when it has been
 * answered or the caller has left.
 */
export function openObserver(
  log: Log,
  metrics: Pick<Metrics, 'addRequest'>,
  clientAddressOf: (request: IncomingMessage) => string,
): ObserveRequest {
  return (request, response) => {
    const info = requestInfoOf(response);
    const { method = '', url = '', socket } = request;
    const answers = (openAnswers.get(socket) ?? new Set()).add(response);
    openAnswers.set(socket, answers);
    // Read now: a closed connection has no address.
    const client = clientAddressOf(request);
    const started = performance.now();
    response.once('close', () => {
      answers.delete(response);
      const seconds = (performance.now() - started) / 1000;
      const { requestId, operation, operationName } = info;
      // 499 is what proxies write when the caller left before the answer.
      const status = response.headersSent ? response.statusCode : 499;
      // Pages, probes and refused requests have no operation.
      metrics.addRequest({ operation: operation ?? 'none', status, seconds });
      const ms = Math.round(seconds * 1000);
      const level = PROBE.test(url) ? 'debug' : 'info';
      const ran = { operation, operationName };
      log.writeRequest(level, { requestId, method, url, status, ms, ...ran, client });
    });
  };
}

/** Whether the caller prefers HTML: browsers that open an address list it first, clients that accept anything do not. */
export function wantsPage(request: Request): boolean {
  const kinds = ['application/json', 'application/graphql-response+json', 'text/html'];
  return request.accepts(kinds) === 'text/html';
}

/** Whether the caller accepts HTML where there is nothing else: browsers, and clients that accept anything, such as previews of links. */
export function takesPage(request: Request): boolean {
  return request.accepts(['text/html', 'application/json']) === 'text/html';
}
