import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { isOver, isTaken } from './eventStream.js';
import { partAt } from './reply.js';
import type { LinesShape } from './route.js';

/** The parts of a stream of lines. */
export interface LineSource {
  readonly results: AsyncGenerator<ExecutionResult, void>;
  readonly shape: LinesShape;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
  /** Milliseconds after which a reader that reads nothing is disconnected. */
  readonly stalledAfter: number;
}

/** As existing clients know the format: `@ai-sdk/ui-utils` 1 calls it a data stream, version 1. */
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  'X-Vercel-AI-Data-Stream': 'v1',
};

/** Without numbers of tokens; a client that finds no such members takes the whole text for broken off. */
const END = { finishReason: 'stop', usage: { promptTokens: null, completionTokens: null } };

const BROKEN = 'The stream broke off';
const CONTEXT = 'While streaming a text';

/**
 * Sends the results of a subscription as lines: `0:` and a piece of text, `3:` and why it broke off, and `d:` after the last,
 * each with JSON (docs/PROTOCOL.md, "Streaming by the client"). The subscription ends when its reader leaves or the server stops.
 */
export async function sendLines(response: ServerResponse, source: LineSource): Promise<void> {
  const { results, shape, stopping, stalledAfter } = source;
  const leave = (): void => void results.return().catch(() => undefined);
  response.once('close', leave).on('error', () => undefined);
  stopping.addEventListener('abort', leave);
  response.writeHead(200, HEADERS).flushHeaders();
  try {
    for await (const { data, errors } of results) {
      const lines = errors ? errorLine(BROKEN) : linesIn(data, shape);
      if (isOver(response) || !(await isSent(response, lines, stalledAfter))) break;
    }
  } catch {
    response.write(errorLine(BROKEN));
  } finally {
    stopping.removeEventListener('abort', leave);
    if (!isOver(response)) response.end(lineOf('d', END));
  }
}

function linesIn(data: unknown, { text, error }: LinesShape): string {
  const [piece, reason] = [partAt(data, text), partAt(data, error)];
  return `${piece ? lineOf('0', piece) : ''}${reason ? errorLine(reason) : ''}`;
}

/** Clients parse the text of an error once more, into what they report as a line of their log (`saveClientLogs`). */
function errorLine(description: unknown): string {
  return lineOf('3', JSON.stringify({ status: 'error', description, context: CONTEXT }));
}

function lineOf(kind: '0' | '3' | 'd', value: unknown): string {
  return `${kind}:${JSON.stringify(value)}\n`;
}

async function isSent(response: ServerResponse, text: string, within: number): Promise<boolean> {
  if (text === '' || response.write(text) || (await isTaken(response, within))) return true;
  response.destroy();
  return false;
}
