import type { ServerResponse } from 'node:http';
import { locatedError, type ExecutionResult } from 'graphql';
import type { Timeouts } from '../context/context.js';
import { CHECKS, watchBackpressure } from '../http/backpressure.js';
import { partAt } from './reply.js';
import type { StreamShape } from './route.js';

/** What a stream of Server-Sent Events is made of. */
export interface EventSource {
  readonly results: AsyncGenerator<ExecutionResult, void>;
  readonly shape: StreamShape;
  readonly timeouts: Pick<Timeouts, 'commentEvery' | 'stalledAfter'>;
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
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** After how many milliseconds a reader that was cut off comes back: not all of them at once. */
const RETRY = { least: 1_000, most: 3_000 };

/** How long, in milliseconds, a reader has to take what is left when the server stops. */
const LEAVES_WITHIN = 3_000;

/**
 * Sends results as Server-Sent Events until they end, the reader leaves or the server stops. The next result is asked for
 * when the last one was taken; a reader that takes nothing for `stalledAfter` is told why and cut off.
 */
export async function sendEvents(response: ServerResponse, source: EventSource): Promise<void> {
  const { results, shape } = source;
  const { stalledAfter } = source.timeouts;
  const retry = RETRY.least + Math.floor(Math.random() * (RETRY.most - RETRY.least));
  response.writeHead(200, HEADERS).write(`retry: ${retry}\n\n`);
  attend(response, source);
  let id = '';
  let lastWords = '';
  try {
    for await (const result of results) {
      if (isOver(response)) break;
      if (result.errors) {
        lastWords = errorOf(source.explain(result), id);
        break;
      }
      id = String(partAt(result.data, shape.id));
      const isSent = response.write(eventOf(shape, id, result.data));
      if (!isSent && !(await isTaken(response, stalledAfter))) {
        lastWords = errorOf(source.slow, id);
        break;
      }
    }
  } catch (error) {
    lastWords = errorOf(source.explain({ errors: [locatedError(error, undefined)] }), id);
  }
  end(response, lastWords, stalledAfter);
}

function isOver(response: ServerResponse): boolean {
  return response.writableEnded || response.destroyed;
}

/** Keeps a stream alive while nothing happens, and ends it when its reader leaves or the server stops. */
function attend(response: ServerResponse, { results, stopping, timeouts }: EventSource): void {
  const { commentEvery, stalledAfter } = timeouts;
  const comments = setInterval(() => {
    if (!isOver(response) && !response.writableNeedDrain) response.write(': still here\n\n');
  }, commentEvery);
  let letGo: NodeJS.Timeout | undefined;
  // A failure while the stream ends has nobody to go to.
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
  // An error is that the reader has left: nobody is there to be told.
  response.once('close', leave).on('error', () => undefined);
  stopping.addEventListener('abort', stop);
  // What has happened before, while the results were made ready, nobody tells.
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

/** Settles when everything was taken or the reader has left; false when for so long nothing was taken. */
function isTaken(response: ServerResponse, within: number): Promise<boolean> {
  return new Promise((resolve) => {
    const look = watchBackpressure(response.req.socket);
    const settle = (isTaken: boolean): void => {
      clearInterval(looking);
      response.off('drain', taken).off('close', taken);
      resolve(isTaken);
    };
    const taken = (): void => settle(true);
    const looking = setInterval(() => {
      if (look().isStalled) settle(false);
    }, within / CHECKS);
    response.on('drain', taken).on('close', taken);
  });
}

/** Says the last words behind what still waits, for a reader that wakes up; one that takes nothing of it is let go. */
function end(response: ServerResponse, lastWords: string, within: number): void {
  if (isOver(response)) return;
  response.end(lastWords);
  void isTaken(response, within).then((isTaken) => {
    if (!isTaken) response.destroy();
  });
}
