import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log/log.js';
import type { RequestInfo } from './requestInfo.js';
import type { Metrics } from './metrics.js';

/** Addresses that machines ask every few seconds: worth a line only to whoever looks for it. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

/** Has a line and a measurement of one request written, once it is answered or given up. */
export type WatchRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  note: RequestInfo,
) => void;

/** Writes a line and a measurement for each request it is shown. */
export function watchRequests(
  log: Log,
  metrics: Pick<Metrics, 'addRequest'>,
  clientAddressOf: (request: IncomingMessage) => string,
): WatchRequest {
  return (request, response, note) => {
    const { method = '', url = '' } = request;
    // A connection that is closed has no address any more.
    const client = clientAddressOf(request);
    const started = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      // 499, as proxies write it, when the caller left before the answer.
      const status = response.headersSent ? response.statusCode : 499;
      // No operation: pages, probes, and what was refused before.
      metrics.addRequest({ operation: note.operation ?? 'none', status, seconds });
      const { requestId, operation } = note;
      const ms = Math.round(seconds * 1000);
      log.writeRequest(levelOf(note), { requestId, method, url, status, ms, operation, client });
    });
  };
}

function levelOf({ path }: RequestInfo): 'debug' | 'info' {
  return PROBES.includes(path) ? 'debug' : 'info';
}
