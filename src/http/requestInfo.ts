import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';

/** What is known of one HTTP request while it is served. */
export interface RequestInfo {
  /** Sent as `X-Request-Id`, shown in every error and written in the log. */
  readonly requestId: string;
  /** The path it asks for, as it was spelt and without the query. */
  readonly path: string;
  /** The root field it runs, once that is known. */
  operation?: string;
}

const notes = new WeakMap<ServerResponse, RequestInfo>();

/** Gives a request its id; comes before whatever answers. */
export function setRequestInfo(request: IncomingMessage, response: ServerResponse): RequestInfo {
  const note = { requestId: randomUUID(), path: pathOf(request.url ?? '') };
  notes.set(response, note);
  response.setHeader('X-Request-Id', note.requestId);
  return note;
}

/** The note of the request this answers. */
export function requestInfoOf(response: ServerResponse): RequestInfo {
  const note = notes.get(response);
  if (!note) throw new Error('The request was not noted before this handler');
  return note;
}

/** Proxies are sent the whole address, which counts as its path does. */
function pathOf(url: string): string {
  const [, path = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  return path;
}

/** A browser that opens an address asks for HTML first; a client that takes anything does not. */
export function wantsPage(request: Request): boolean {
  const kinds = ['application/json', 'application/graphql-response+json', 'text/html'];
  return request.accepts(kinds) === 'text/html';
}
