import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log.js';
import type { RequestNote } from '../request.js';
import type { Metrics } from './metrics.js';

/** Addresses that machines ask every few seconds: worth a line only to whoever looks for it. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

/** Has a line and a measurement of one request written, once it is answered or given up. */
export type WatchRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  note: RequestNote,
) => void;

/** Writes a line and a measurement for each request it is shown. */
export function watchRequests(log: Log, metrics: Pick<Metrics, 'addRequest'>): WatchRequest {
  return ({ method, url }, response, note) => {
    const started = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      // 499, as proxies write it, when the caller left before the answer.
      const status = response.headersSent ? response.statusCode : 499;
      // No operation: pages, probes, and what was refused before.
      metrics.addRequest({ operation: note.operation ?? 'none', status, seconds });
      writeLine(log, note, { method, url, status, ms: Math.round(seconds * 1000) });
    });
  };
}

function writeLine(log: Log, { path, requestId, operation }: RequestNote, line: object): void {
  const level = PROBES.includes(path) ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  log[level]({ requestId, ...line, ...(operation !== undefined && { operation }) }, 'request');
}
