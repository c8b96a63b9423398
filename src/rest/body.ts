import express, { type Request, type RequestHandler } from 'express';
import { Failure } from '../errors.js';
import type { Route } from './route.js';

/** How large bodies may be, in bytes. */
export interface BodyLimits {
  readonly authoring: number;
  readonly chat: number;
}

/**
 * Reads the body of a route as a JSON object. Another content type is `UNSUPPORTED_MEDIA_TYPE`, text that is not JSON
 * `PARSE_ERROR`; an absent body counts as an empty object where the route says so (choices, "Authoring").
 */
export function readBody({ body }: Route, limits: BodyLimits): RequestHandler[] {
  if (!body) return [];
  return [
    (request, _response, next) => {
      assertJson(request, body.isOptional);
      next();
    },
    express.json({ limit: limits[body.limit], strict: false }),
    (request, _response, next) => {
      assertObject(request, body.isOptional);
      next();
    },
  ];
}

function assertJson(request: Request, isOptional: boolean): void {
  const isEmpty =
    request.get('transfer-encoding') === undefined && !Number(request.get('content-length'));
  if (isEmpty) {
    if (isOptional) return;
    throw new Failure('VALIDATION', 'Send a JSON object as the body');
  }
  if (request.is('application/json') || request.is('+json')) return;
  throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json');
}

function assertObject(request: Request, isOptional: boolean): void {
  const body: unknown = request.body;
  if (body === undefined && isOptional) return;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw new Failure('VALIDATION', 'The body must be a JSON object');
}
