import type { RequestHandler } from 'express';

/** Answers depend on the caller, so nothing may store them. Files of pages set their own `Cache-Control`. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
