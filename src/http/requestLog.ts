import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log/log.js';
import type { Metrics } from './metrics.js';
import { requestInfoOf } from './requestInfo.js';

/** Addresses that machines request every few seconds: logged at level `debug`. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

/** A handler for requests of express, and for those whose target it cannot parse. */
export type WatchRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * Gives each request its id, and writes one log line and one measurement when it has been answered or the caller has left.
 * Comes before every other handler.
 */
export function watchRequests(
  log: Log,
  metrics: Pick<Metrics, 'addRequest'>,
  clientAddressOf: (request: IncomingMessage) => string,
): WatchRequest {
  return (request, response, next) => {
    const info = requestInfoOf(response);
    const { method = '', url = '' } = request;
    // Read now: a closed connection has no address.
    const client = clientAddressOf(request);
    const started = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      const { requestId, operation } = info;
      // 499 is what proxies write when the caller left before the answer.
      const status = response.headersSent ? response.statusCode : 499;
      // Pages, probes and refused requests have no operation.
      metrics.addRequest({ operation: operation ?? 'none', status, seconds });
      const ms = Math.round(seconds * 1000);
      const level = PROBES.includes(pathOf(url)) ? 'debug' : 'info';
      log.writeRequest(level, { requestId, method, url, status, ms, operation, client });
    });
    next();
  };
}

/** Proxies may send the whole address. */
function pathOf(url: string): string {
  const [, path = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  return path;
}
