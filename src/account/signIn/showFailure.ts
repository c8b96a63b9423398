import type { ErrorRequestHandler } from 'express';
import { Failure } from '../../errors/errors.js';
import { httpStatusOf } from '../../errors/failureCodes.js';
import { wantsPage } from '../../http/requests.js';
import { RateLimited } from '../../rateLimits/limits.js';
import { showPage, textsIn } from './page.js';

/** Shows failures to browsers as a page; other clients get JSON. */
export const showFailure: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (!(error instanceof Failure) || !wantsPage(request)) return next(error);
  const { code, message, retryAfter } = error;
  const { t, ofFailure } = textsIn(response);
  const text =
    error instanceof RateLimited
      ? t('Too many requests (limit "{name}"); try again in {reset} s', { ...error.rate })
      : ofFailure(message);
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  showPage(response, { status: httpStatusOf[code], title: t('Not done'), text });
};
