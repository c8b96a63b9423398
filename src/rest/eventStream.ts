import type { Response } from 'express';
import type { ExecutionResult } from 'graphql';
import type { Patience } from '../context.js';
import { partAt } from './reply.js';
import type { StreamShape } from './route.js';

/** What a stream of Server-Sent Events is made of. */
export interface EventSource {
  readonly results: AsyncGenerator<ExecutionResult, void>;
  readonly shape: StreamShape;
  readonly patience: Pick<Patience, 'commentEvery' | 'stalledAfter'>;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
  /** What a caller is shown of a result that failed. */
  explain(result: ExecutionResult): object;
  /** What a caller that takes nothing is told. */
  readonly slow: object;
}

/** What keeps those on the way from storing or changing the stream before it is read. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** After how many milliseconds a reader that was cut off comes back. */
const RETRY = 1_000;

/**
 * Sends results as Server-Sent Events until they end, the reader leaves or the server stops. The next result is asked for
 * when the last one was taken; a reader that takes nothing for `stalledAfter` is told why and cut off.
 */
export async function sendEvents(response: Response, source: EventSource): Promise<void> {
  const { results, shape, stopping } = source;
  const { commentEvery, stalledAfter } = source.patience;
  const leave = (): void => void results.return();
  const stop = (): void => void response.end(leave);
  response.writeHead(200, HEADERS).write(`retry: ${RETRY}\n\n`);
  response.once('close', leave);
  stopping.addEventListener('abort', stop);
  const comments = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, commentEvery);
  let id = '';
  try {
    for await (const result of results) {
      if (response.writableEnded) return;
      if (result.errors) {
        response.end(errorOf(source.explain(result), id));
        return;
      }
      id = String(partAt(result.data, shape.id));
      const isTaken = response.write(eventOf(shape, id, result.data));
      if (!isTaken && !(await isDrained(response, stalledAfter))) {
        cutOff(response, errorOf(source.slow, id), stalledAfter);
        return;
      }
    }
    response.end();
  } finally {
    clearInterval(comments);
    stopping.removeEventListener('abort', stop);
    leave();
  }
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

/** Settles when everything was taken or the reader has left; false when neither comes in time. */
function isDrained(response: Response, within: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => (): void => {
      clearTimeout(timer);
      response.off('drain', taken).off('close', taken);
      resolve(isTaken);
    };
    const taken = settle(true);
    const timer = setTimeout(settle(false), within);
    response.on('drain', taken).on('close', taken);
  });
}

/** Says why behind what still waits, for a reader that wakes up, and waits once more as long. */
function cutOff(response: Response, lastWords: string, within: number): void {
  response.end(lastWords);
  const timer = setTimeout(() => response.destroy(), within);
  response.once('close', () => clearTimeout(timer));
}
