import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request } from 'express';

/** What is known of one HTTP request while it is served. */
export interface RequestInfo {
  /** Sent as `X-Request-Id`, shown in every error and written in the log. */
  readonly requestId: string;
  /** The root field it runs, once that is known. */
  operation?: string;
}

const infos = new WeakMap<ServerResponse, RequestInfo>();

/** The facts of the request that this response answers. The first call gives the request its id. */
export function requestInfoOf(response: ServerResponse): RequestInfo {
  const known = infos.get(response);
  if (known) return known;
  const info: RequestInfo = { requestId: randomUUID() };
  infos.set(response, info);
  response.setHeader('X-Request-Id', info.requestId);
  return info;
}

/** Whether HTML is the preferred answer: browsers that open an address ask for it first, clients that accept anything do not. */
export function wantsPage(request: Request): boolean {
  const kinds = ['application/json', 'application/graphql-response+json', 'text/html'];
  return request.accepts(kinds) === 'text/html';
}
