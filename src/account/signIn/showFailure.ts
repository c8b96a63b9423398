import type { ErrorRequestHandler } from 'express';
import { Failure } from '../../errors/errors.js';
import { httpStatusOf } from '../../errors/failureCodes.js';
import { wantsPage } from '../../http/requests.js';
import { showPage } from './page.js';

/** Shows failures to browsers as a page; other clients get JSON. */
export const showFailure: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (!(error instanceof Failure) || !wantsPage(request)) return next(error);
  const { code, message: text, retryAfter } = error;
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  showPage(response, { status: httpStatusOf[code], title: 'Not done', text });
};
