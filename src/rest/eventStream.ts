import type { ServerResponse } from 'node:http';
import { locatedError, type ExecutionResult } from 'graphql';
import type { Timeouts } from '../context/timeouts.js';
import { CHECKS, watchBackpressure } from '../http/backpressure.js';
import { partAt } from './reply.js';
import type { StreamShape } from './route.js';

/** The source of a stream of Server-Sent Events. */
export interface EventSource {
  readonly results: AsyncGenerator<ExecutionResult, void>;
  readonly shape: StreamShape;
  readonly timeouts: Pick<Timeouts, 'commentEvery' | 'stalledAfter'>;
  /** Aborted when the server starts to shut down. */
  readonly stopping: AbortSignal;
  /** The error event for a failed result. */
  explain(result: ExecutionResult): object;
  /** The error event for a stalled reader. */
  readonly slow: object;
}

/** These keep proxies from storing, transforming or buffering the stream. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Milliseconds after which a disconnected reader reconnects: a random time in this range, so that not all reconnect at once. */
const RETRY = { least: 1_000, most: 3_000 };

/** Milliseconds that a reader has to read the rest when the server shuts down. */
const LEAVES_WITHIN = 3_000;

/**
 * Sends results as Server-Sent Events until they end, the reader leaves or the server shuts down. The next result is requested once the
 * last one was read. A reader that reads nothing for `stalledAfter` gets an error event and is disconnected.
 */
export async function sendEvents(response: ServerResponse, source: EventSource): Promise<void> {
  const { results, shape } = source;
  const { stalledAfter } = source.timeouts;
  const retry = RETRY.least + Math.floor(Math.random() * (RETRY.most - RETRY.least));
  response.writeHead(200, HEADERS).write(`retry: ${retry}\n\n`);
  keepAlive(response, source);
  let id = '';
  let lastEvent = '';
  try {
    for await (const result of results) {
      if (isOver(response)) break;
      if (result.errors) {
        lastEvent = errorOf(source.explain(result), id);
        break;
      }
      id = String(partAt(result.data, shape.id));
      const isSent = response.write(eventOf(shape, id, result.data));
      if (!isSent && !(await isTaken(response, stalledAfter))) {
        lastEvent = errorOf(source.slow, id);
        break;
      }
    }
  } catch (error) {
    lastEvent = errorOf(source.explain({ errors: [locatedError(error, undefined)] }), id);
  }
  end(response, lastEvent, stalledAfter);
}

/** Whether nothing more can be sent. */
export function isOver(response: ServerResponse): boolean {
  return response.writableEnded || response.destroyed;
}

/** Sends comments to keep an idle stream open, and ends it when its reader leaves or the server shuts down. */
function keepAlive(response: ServerResponse, { results, stopping, timeouts }: EventSource): void {
  const { commentEvery, stalledAfter } = timeouts;
  const comments = setInterval(() => {
    if (!isOver(response) && !response.writableNeedDrain) response.write(': still here\n\n');
  }, commentEvery);
  let letGo: NodeJS.Timeout | undefined;
  // A failure of ending the stream has no receiver.
  const finish = (): void => void results.return().catch(() => undefined);
  const stop = (): void => {
    finish();
    response.end();
    letGo = setTimeout(() => response.destroy(), Math.min(LEAVES_WITHIN, stalledAfter));
  };
  const leave = (): void => {
    clearInterval(comments);
    clearTimeout(letGo);
    stopping.removeEventListener('abort', stop);
    finish();
  };
  // An error means that the reader has left.
  response.once('close', leave).on('error', () => undefined);
  stopping.addEventListener('abort', stop);
  // These may have happened before the listeners were added.
  if (response.destroyed) leave();
  else if (stopping.aborted) stop();
}

function eventOf(shape: StreamShape, id: string, data: unknown): string {
  const kind = String(partAt(data, shape.event));
  const number = shape.unnumbered.includes(kind) ? '' : `id: ${id}\n`;
  return `${number}event: ${kind}\ndata: ${JSON.stringify(partAt(data, shape.data))}\n\n`;
}

function errorOf(problem: object, id: string): string {
  const resumeFrom = id === '' ? {} : { resumeFrom: Number(id) };
  return `event: error\ndata: ${JSON.stringify({ ...problem, ...resumeFrom })}\n\n`;
}

/** Resolves to true once everything was read or the reader has left, and to false when nothing was read for `within` milliseconds. */
export function isTaken(response: ServerResponse, within: number): Promise<boolean> {
  return new Promise((resolve) => {
    const readBackpressure = watchBackpressure(response.req.socket);
    const settle = (isTaken: boolean): void => {
      clearInterval(interval);
      response.off('drain', taken).off('close', taken);
      resolve(isTaken);
    };
    const taken = (): void => settle(true);
    const interval = setInterval(() => {
      if (readBackpressure().isStalled) settle(false);
    }, within / CHECKS);
    response.on('drain', taken).on('close', taken);
  });
}

/** Ends the stream with a last event. A reader that does not read it in time is disconnected. */
function end(response: ServerResponse, lastEvent: string, within: number): void {
  if (isOver(response)) return;
  response.end(lastEvent);
  void isTaken(response, within).then((isTaken) => {
    if (!isTaken) response.destroy();
  });
}
