import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import { httpStatusOf } from '../errors/failureCodes.js';
import { failures, type FailureReason } from '../errors/failures.js';
import { isRecord } from '../graphql/record.js';
import type { ReportBug } from '../graphql/execute.js';
import { isReported, outageIn } from '../errors/outage.js';
import { requestInfoOf, wantsPage } from '../http/requests.js';
import { showProblem } from '../web/showProblem.js';
import { sendBody } from './reply.js';

/** A failed request, as shown to the caller. */
export interface Problem {
  readonly reason: FailureReason;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
  readonly retryAfter?: number | undefined;
}

/** Sends a failure. Status and body follow from its reason. */
export function sendFailure(response: ServerResponse, problem: Problem, requestId: string): void {
  const { code } = failures[problem.reason];
  response.statusCode = httpStatusOf[code];
  if (problem.retryAfter !== undefined) response.setHeader('Retry-After', problem.retryAfter);
  sendBody(response, JSON.stringify(failureBody(problem, requestId)));
}

/** The body of a failed request. */
export function failureBody({ reason, message, issues }: Problem, requestId: string): object {
  const { code } = failures[reason];
  return { message, code, ...(issues && { issues }), reason, requestId };
}

/** Handles paths without a route. */
export const refuseUnknownRoute: RequestHandler = (request, response) => {
  const message = wantsPage(request)
    ? 'No page has this address. If a link led here, what it names may have been renamed or taken away'
    : `There is nothing at ${request.method} ${request.path}`;
  sendProblem(request, response, new Failure('ROUTE_NOT_FOUND', message));
};

/** Sends a failure as a page to browsers and as JSON to programs. */
function sendProblem(request: Request, response: Response, problem: Problem): void {
  const { requestId } = requestInfoOf(response);
  if (!wantsPage(request)) return sendFailure(response, problem, requestId);
  const status = httpStatusOf[failures[problem.reason].code];
  if (problem.retryAfter !== undefined) response.set('Retry-After', String(problem.retryAfter));
  showProblem(request, response, { status, message: problem.message, requestId });
}

/** Refuses requests whose target is not a valid URL. */
export function refuseUnreadableTarget(response: ServerResponse): void {
  const failure = new Failure('VALIDATION', UNREADABLE);
  sendFailure(response, failure, requestInfoOf(response).requestId);
}

/** Refuses paths with NUL, which PostgreSQL cannot store in text: nothing has such a path. */
export const refuseNul: RequestHandler = ({ path }, response, next) => {
  if (path.includes('%00')) return refuseUnreadableTarget(response);
  next();
};

const UNREADABLE = 'The request could not be read';

/** Handles errors outside of operations: unreadable bodies, and bugs. */
export function refuseBroken(reportBug: ReportBug): ErrorRequestHandler {
  return (error: unknown, request, response, _next) =>
    answerBroken(error, { request, response }, reportBug);
}

interface Visit {
  readonly request: Request;
  readonly response: Response;
}

function answerBroken(error: unknown, { request, response }: Visit, reportBug: ReportBug): void {
  const { requestId } = requestInfoOf(response);
  const failure = error instanceof Failure ? error : (outageIn(error) ?? requestFault(error));
  if (isReported(failure)) reportBug(error, requestId);
  // A started response can only be cut off, and a caller that has left gets none.
  if (response.headersSent || isAborted(error)) response.destroy();
  if (response.destroyed) return;
  sendProblem(request, response, failure ?? commonFailure('INTERNAL'));
}

/** Whether the caller disconnected while the body was read. Express and `jsonBody.ts` throw the same type of error. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && marksOf(error).type === 'request.aborted';
}

/** The failure for an error of express or its body reader, recognised by `type` or `status`; undefined for a bug. */
function requestFault(error: unknown): Failure | undefined {
  const { type, status, expose } = marksOf(error);
  if (type === 'entity.parse.failed')
    return new Failure('PARSE_ERROR', 'The body is not valid JSON');
  if (type === 'entity.too.large') {
    return new Failure('PAYLOAD_TOO_LARGE', 'The body is larger than this endpoint takes');
  }
  if (status === 415) {
    return new Failure('UNSUPPORTED_MEDIA_TYPE', 'The body has an encoding that is not supported');
  }
  // Errors of decompression have no `type`, but `expose` marks them as client errors.
  const isNamed = typeof type === 'string' || expose === true;
  const isRefused = isNamed && typeof status === 'number' && status < 500;
  return isRefused || error instanceof URIError ? new Failure('VALIDATION', UNREADABLE) : undefined;
}

/** The members that describe an error of express. */
interface Marks {
  readonly type?: unknown;
  readonly status?: unknown;
  readonly expose?: unknown;
}

/** Reads them from any thrown value. */
function marksOf(error: unknown): Marks {
  return isRecord(error) ? error : {};
}
