import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Context, Services } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import { prepare, run, runSubscription } from '../graphql/execute.js';
import { sendEvents } from './eventStream.js';
import { failureBody, sendFailure, type Problem } from './problem.js';
import { replyOf } from './reply.js';
import { sendLines } from './lineStream.js';
import type { LinesShape, Route, StreamShape } from './route.js';

/** A request for Server-Sent Events. */
export interface StreamAsked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly variables: Record<string, unknown>;
  readonly context: Context;
  /** What went wrong in a result, if anything did. */
  findProblem(result: ExecutionResult): Problem | undefined;
}

/** Serves one such caller until its stream ends. */
export type ServeStream = (asked: StreamAsked) => Promise<void>;

/** An endpoint that streams. */
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
 * How an endpoint streams. Its own operation runs first, so that a failure has a status, and a stream without any further event
 * never begins. A subscription that does not fit the schema is a plain Error.
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
    // Not awaited here, where the result of the first look would be kept as long as the stream.
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

/** How an endpoint sends lines of text. A failure before the first of them has a status. */
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

/** A browser that reconnects repeats its first URL; `Last-Event-ID` has the current number. */
function resumed(shape: StreamShape, { headers }: IncomingMessage): Record<string, unknown> {
  const last = String(headers['last-event-id']);
  return /^\d{1,10}$/.test(last) ? { [shape.after]: Number(last) } : {};
}
