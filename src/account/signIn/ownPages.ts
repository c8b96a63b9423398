import type { RequestHandler } from 'express';
import { type Services, isOwnPage } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';

/** Refuses forms of other sites, which must not sign anybody in or out, or consent to anything. */
export function ownPagesOnly({ publicUrl }: Pick<Services, 'publicUrl'>): RequestHandler {
  return (request, _response, next) => {
    const isOwn = isOwnPage(request.headers, publicUrl);
    next(
      isOwn ? undefined : new Failure('ORIGIN_NOT_ALLOWED', 'Open this page of this server first'),
    );
  };
}
