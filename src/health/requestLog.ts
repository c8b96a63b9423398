import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../log.js';
import { noteOf } from '../request.js';
import type { Metrics } from './metrics.js';

/** Addresses that machines ask every few seconds: worth a line only to whoever looks for it. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

/** Writes a line and a measurement for each request, once it is answered or given up. */
export function watchRequests(log: Log, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      metrics.addRequest({ operation: operationOf(response), status: statusOf(response), seconds });
      writeLine(log, { request, response, seconds });
    });
    next();
  };
}

interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly seconds: number;
}

function writeLine(log: Log, { request, response, seconds }: Answered): void {
  const level = PROBES.includes(request.path) ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const { requestId, operation } = noteOf(response);
  log[level](
    {
      requestId,
      method: request.method,
      url: request.originalUrl,
      status: statusOf(response),
      ms: Math.round(seconds * 1000),
      ...(operation !== undefined && { operation }),
    },
    'request',
  );
}

/** The root field, or that there was none: pages, probes, and what was refused before. */
function operationOf(response: Response): string {
  return noteOf(response).operation ?? 'none';
}

/** 499, as proxies write it, when the caller left before the answer. */
function statusOf(response: Response): number {
  return response.headersSent ? response.statusCode : 499;
}
