import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Context, Services } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import { prepare, run, runSubscription } from '../graphql/execute.js';
import { isOver, isTaken, sendEvents } from './eventStream.js';
import { failureBody, type Problem, sendFailure } from './problem.js';
import { partAt, replyOf } from './reply.js';
import type { LinesShape, Route, StreamShape } from './route.js';

/** A request for Server-Sent Events. */
export interface StreamRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly variables: Record<string, unknown>;
  readonly context: Context;
  /** The problem in a result, if there is one. */
  findProblem(result: ExecutionResult): Problem | undefined;
}

/** Serves such a request until its stream ends. */
export type ServeStream = (asked: StreamRequest) => Promise<void>;

/** An endpoint with a stream. */
export interface Streamed {
  readonly route: Route;
  readonly document: DocumentNode;
  readonly shape: StreamShape;
}

interface StreamTransport {
  readonly schema: GraphQLSchema;
  readonly services: Services;
}

const SLOW = 'This client reads nothing; connect again and resume from the last number';

/**
 * Prepares the streaming of an endpoint. Its own operation runs first, so that a failure has an HTTP status and a stream without further
 * events is never started. A subscription that does not fit the schema is a plain Error.
 */
export function streamOf(
  { schema, services }: StreamTransport,
  { route, document, shape }: Streamed,
): ServeStream {
  const subscription = prepare(schema, shape.document);
  return async ({ request, response, context, findProblem, ...asked }) => {
    const { requestId } = context;
    const variables = { ...asked.variables, ...resumed(shape, request) };
    const first = await run(schema, document, {
      variables: { ...variables, ...shape.look },
      context,
    });
    const problem = findProblem(first);
    if (problem) return sendFailure(response, problem, requestId);
    if (shape.isOver(replyOf(route, first.data))) return void response.writeHead(204).end();
    const results = await runSubscription(schema, subscription, { variables, context });
    const explain = (result: ExecutionResult): Problem =>
      findProblem(result) ?? new Failure('INTERNAL', 'The stream failed');
    if (!(Symbol.asyncIterator in results)) {
      return sendFailure(response, explain(results), requestId);
    }
    // Returned without `await`, which would keep the result of the first operation in memory as long as the stream.
    return sendEvents(response, {
      results,
      shape,
      timeouts: services.timeouts,
      stopping: services.stopping,
      explain: (result) => failureBody(explain(result), requestId),
      slow: failureBody(new Failure('SLOW_CONSUMER', SLOW), requestId),
    });
  };
}

/** Prepares an endpoint that sends lines of text. A failure before the first line has an HTTP status. */
export function linesOf(
  { schema, services: { stopping, timeouts } }: StreamTransport,
  { document, shape }: { readonly document: DocumentNode; readonly shape: LinesShape },
): ServeStream {
  return async ({ response, variables, context, findProblem }) => {
    const results = await runSubscription(schema, document, { variables, context });
    if (Symbol.asyncIterator in results) {
      return sendLines(response, { results, shape, stopping, stalledAfter: timeouts.stalledAfter });
    }
    const problem = findProblem(results) ?? new Failure('INTERNAL', 'The stream failed');
    sendFailure(response, problem, context.requestId);
  };
}

/** The position from which a reconnecting browser resumes. It repeats its first URL and sends the current number as `Last-Event-ID`. */
function resumed(shape: StreamShape, { headers }: IncomingMessage): Record<string, unknown> {
  const last = String(headers['last-event-id']);
  return /^\d{1,10}$/.test(last) ? { [shape.after]: Number(last) } : {};
}

/** The source of a stream of lines. */
interface LineSource {
  readonly results: AsyncGenerator<ExecutionResult, void>;
  readonly shape: LinesShape;
  /** Aborted when the server starts to shut down. */
  readonly stopping: AbortSignal;
  /** Milliseconds after which a reader that reads nothing is disconnected. */
  readonly stalledAfter: number;
}

/** The format of existing clients, which `@ai-sdk/ui-utils` 1 calls data stream, version 1. */
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  'X-Vercel-AI-Data-Stream': 'v1',
};

/** Token counts are unknown, but clients treat a text without these members as broken off. */
const END = { finishReason: 'stop', usage: { promptTokens: null, completionTokens: null } };

const BROKEN = 'The stream broke off';
const CONTEXT = 'While streaming a text';

/**
 * Sends the results of a subscription as lines of JSON: `0:` with a piece of text, `3:` with an error, and `d:` at the end
 * (docs/PROTOCOL.md, "Streaming by the client"). The subscription ends when its reader leaves or the server shuts down.
 */
async function sendLines(response: ServerResponse, source: LineSource): Promise<void> {
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

/** The text of an error is JSON itself: clients parse it into a line that they report (`saveClientLogs`). */
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
