import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** What is known of one HTTP request while it is served. */
export interface RequestNote {
  /** Sent as `X-Request-Id`, shown in every error and written in the log. */
  readonly requestId: string;
  /** The root field it runs, once that is known. */
  operation?: string;
}

const notes = new WeakMap<Response, RequestNote>();

/** Gives each request its id; stands before whatever answers. */
export const noteRequest: RequestHandler = (_request, response, next) => {
  const requestId = randomUUID();
  notes.set(response, { requestId });
  response.setHeader('X-Request-Id', requestId);
  next();
};

/** The note of the request this answers. */
export function noteOf(response: Response): RequestNote {
  const note = notes.get(response);
  if (!note) throw new Error('noteRequest does not stand before this handler');
  return note;
}
