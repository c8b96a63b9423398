import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { commonFailure } from '../errors/commonFailure.js';
import {
  Failure,
  failures,
  httpStatusOf,
  type FailureReason,
  type Issue,
} from '../errors/errors.js';
import type { ReportBug } from '../graphql/execute.js';
import { outageIn } from '../errors/outage.js';
import { requestInfoOf } from '../http/requestInfo.js';
import { sendText } from './reply.js';

/** A failed request, as far as callers are told. */
export interface Problem {
  readonly reason: FailureReason;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  readonly retryAfter?: number | undefined;
}

/** Answers with a failure: status and body follow from its reason. */
export function sendFailure(response: ServerResponse, problem: Problem, requestId: string): void {
  const { code } = failures[problem.reason];
  response.statusCode = httpStatusOf[code];
  if (problem.retryAfter !== undefined) response.setHeader('Retry-After', problem.retryAfter);
  sendText(response, JSON.stringify(failureBody(problem, requestId)));
}

/** What callers are told of a failure. */
export function failureBody({ reason, message, issues }: Problem, requestId: string): object {
  const { code } = failures[reason];
  return { message, code, ...(issues && { issues }), reason, requestId };
}

/** Answers paths that nobody serves. */
export const refuseUnknownRoute: RequestHandler = (request, response) => {
  const message = `There is nothing at ${request.method} ${request.path}`;
  sendFailure(response, new Failure('ROUTE_NOT_FOUND', message), requestInfoOf(response).requestId);
};

/** Answers requests whose target is no URL. */
export function refuseUnreadableTarget(response: ServerResponse): () => void {
  const failure = new Failure('VALIDATION', UNREADABLE);
  return () => sendFailure(response, failure, requestInfoOf(response).requestId);
}

const UNREADABLE = 'The request could not be read';

/** Answers what broke before or outside an operation: unreadable bodies, and bugs. */
export function refuseBroken(reportBug: ReportBug): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => answerBroken(error, response, reportBug);
}

function answerBroken(error: unknown, response: ServerResponse, reportBug: ReportBug): void {
  const { requestId } = requestInfoOf(response);
  const failure = error instanceof Failure ? error : (outageIn(error) ?? requestFault(error));
  if (!failure) reportBug(error, requestId);
  // An answer half written cannot be taken back, only cut off. A caller that left takes none.
  if (response.headersSent || isAborted(error)) response.destroy();
  if (response.destroyed) return;
  const shown = failure ?? commonFailure('INTERNAL');
  sendFailure(response, shown, requestId);
}

/** The caller left while the body was read: how express and our reader name it. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'type') === 'request.aborted';
}

/** What express and its body reader refuse, in our words. They name their refusals; what they do not name is our fault. */
function requestFault(error: unknown): Failure | undefined {
  // Any error may come here.
  const { type, status, expose } = Object(error) as Record<'type' | 'status' | 'expose', unknown>;
  if (type === 'entity.parse.failed')
    return new Failure('PARSE_ERROR', 'The body is not valid JSON');
  if (type === 'entity.too.large') {
    return new Failure('PAYLOAD_TOO_LARGE', 'The body is larger than this endpoint takes');
  }
  if (status === 415) {
    return new Failure('UNSUPPORTED_MEDIA_TYPE', 'The body has an encoding that is not supported');
  }
  // What cannot be unpacked has no name, but is said to be the caller's.
  const isNamed = typeof type === 'string' || expose === true;
  const isRefused = isNamed && typeof status === 'number' && status < 500;
  return isRefused || error instanceof URIError ? new Failure('VALIDATION', UNREADABLE) : undefined;
}
