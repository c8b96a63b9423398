import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure, invalid } from '../errors/errors.js';
import { documentMembers, type documentPlacesOf } from '../graphql/documents.js';
import { isRecord } from '../graphql/record.js';
import { JSON_TYPE, openJsonReader } from '../http/jsonBody.js';
import type { Route, Sent } from './route.js';

/** The greatest size of bodies, in bytes. */
export interface BodyLimits {
  readonly authoring: number;
  readonly chat: number;
}

type Documents = ReturnType<typeof documentPlacesOf>;

/** Reads the body of a request to one route. */
export type ReadBody = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<Sent['body']>;

/**
 * Returns the function that reads the body of a route as a JSON object; undefined for a route without one. Another content type is
 * `UNSUPPORTED_MEDIA_TYPE`, malformed JSON `PARSE_ERROR`. An absent body counts as an empty object where the route says so
 * (docs/spec-choices.md, "Bots"). `documents` are the places of documents in the operation.
 */
export function bodyReader(
  { body: shape }: Route,
  limits: BodyLimits,
  documents: Documents,
): ReadBody | undefined {
  if (!shape) return undefined;
  const { isOptional } = shape;
  const readJson = openJsonReader({ limit: limits[shape.limit], isStrict: false });
  return async (request, response) => {
    assertJson(request, isOptional);
    const body = await readJson(request, response);
    if (body === undefined && isOptional) return {};
    if (shape.whole !== undefined) return { [shape.whole]: body };
    if (!isRecord(body) || Array.isArray(body)) {
      throw new Failure('VALIDATION', 'The body must be a JSON object');
    }
    if (!isOptional) assertWrapped(documents, body);
    return body;
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

/**
 * Refuses, with a hint, a body that has the members of a required document at its top level instead of inside the document's member. Other
 * unknown members are ignored.
 */
function assertWrapped(documents: Documents, body: Sent['body']): void {
  for (const place of documents) {
    const [, wrapper = ''] = place.path;
    if (wrapper in body || 'typebot' in body) continue;
    const inside = documentMembers(place);
    const stray = Object.keys(body).find((name) => inside.includes(name));
    if (stray === undefined) continue;
    const message = `Required: send ${stray} inside it, as in { "${wrapper}": { "${stray}": … } }`;
    throw invalid([{ path: [wrapper], message }]);
  }
}
