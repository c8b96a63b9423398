import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { Failure, failures, httpStatusOf, type FailureReason, type Issue } from '../errors.js';
import type { ReportBug } from '../gateway.js';

/** A failed request, as far as callers are told. */
export interface Problem {
  readonly reason: FailureReason;
  readonly message: string;
  readonly issues?: readonly Issue[] | undefined;
}

/** Answers with a failure: status and body follow from its reason (choices, "Success and failure"). */
export function sendFailure(response: Response, problem: Problem, requestId: string): void {
  const { reason, message, issues } = problem;
  const { code } = failures[reason];
  response
    .status(httpStatusOf[code])
    .json({ message, code, ...(issues && { issues }), reason, requestId });
}

/** Answers paths that nobody serves. */
export const refuseUnknownRoute: RequestHandler = (request, response) => {
  const message = `There is nothing at ${request.method} ${request.path}`;
  sendFailure(response, new Failure('ROUTE_NOT_FOUND', message), randomUUID());
};

/** Answers what broke before or outside an operation: unreadable bodies, and bugs. */
export function refuseBroken(reportBug: ReportBug): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const requestId = randomUUID();
    const failure = error instanceof Failure ? error : requestFault(error);
    if (!failure) reportBug(error, requestId);
    const shown = failure ?? new Failure('INTERNAL', 'Something went wrong on our side');
    sendFailure(response, shown, requestId);
  };
}

/** What express and its body reader refuse, in our words; they mark such errors with a status below 500. */
function requestFault(error: unknown): Failure | undefined {
  const { type, status } = Object(error) as { type?: unknown; status?: unknown }; // Any error may come here.
  if (type === 'entity.parse.failed')
    return new Failure('PARSE_ERROR', 'The body is not valid JSON');
  if (type === 'entity.too.large') {
    return new Failure('PAYLOAD_TOO_LARGE', 'The body is larger than this endpoint takes');
  }
  if (status === 415) {
    return new Failure('UNSUPPORTED_MEDIA_TYPE', 'The body has an encoding that is not supported');
  }
  const isCallers = typeof status === 'number' && status >= 400 && status < 500;
  return isCallers ? new Failure('VALIDATION', 'The request could not be read') : undefined;
}
