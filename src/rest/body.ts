import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '../errors/errors.js';
import { JSON_TYPE, openJsonReader } from '../http/jsonBody.js';
import type { Route, Sent } from './route.js';

/** How large bodies may be, in bytes. */
export interface BodyLimits {
  readonly authoring: number;
  readonly chat: number;
}

/** Reads the body of a request to one route. */
export type ReadBody = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<Sent['body']>;

/**
 * How the body of a route is read as a JSON object; undefined for a route without one. Another content type is
 * `UNSUPPORTED_MEDIA_TYPE`, text that is not JSON `PARSE_ERROR`; an absent body counts as an empty object where the route
 * says so (docs/spec-choices.md, "Bots").
 */
export function bodyReader({ body: shape }: Route, limits: BodyLimits): ReadBody | undefined {
  if (!shape) return undefined;
  const { isOptional } = shape;
  const readJson = openJsonReader({ limit: limits[shape.limit], isStrict: false });
  return async (request, response) => {
    assertJson(request, isOptional);
    const body = await readJson(request, response);
    if (body === undefined && isOptional) return {};
    if (isObject(body)) return body;
    throw new Failure('VALIDATION', 'The body must be a JSON object');
  };
}

function assertJson({ headers }: IncomingMessage, isOptional: boolean): void {
  const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (isEmpty) {
    if (isOptional) return;
    throw new Failure('VALIDATION', 'Send a JSON object as the body');
  }
  if (JSON_TYPE.test(headers['content-type'] ?? '')) return;
  throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json');
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
