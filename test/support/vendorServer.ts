import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { recordAt } from './parts.js';
import { readBody, useServer } from './useServer.js';

/** A request to the fake of a vendor's service. */
export interface VendorRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  readonly text: string;
  /** The body parsed as JSON; empty where it is not JSON. */
  readonly body: Record<string, unknown>;
}

/** How the fake answers one request. */
export type VendorAnswer = (response: ServerResponse, request: VendorRequest) => unknown;

/** The fake of a vendor's service. */
export interface VendorServer {
  url(): string;
  readonly requests: VendorRequest[];
  /** Sets the answers: one for each request, then the last one again and again. Clears `requests`. */
  answer(...answers: VendorAnswer[]): void;
}

/** One fake of a vendor's service for all tests of a file. */
export function useVendor(): VendorServer {
  const requests: VendorRequest[] = [];
  let answers: VendorAnswer[] = [];
  const url = useServer((request, response) => {
    readBody(request, (bytes) => {
      const text = bytes.toString();
      const isJson = request.headers['content-type']?.includes('json') && text !== '';
      const { method, url: path, headers } = request;
      const body = isJson ? recordAt(JSON.parse(text)) : {};
      const asked = { method, path, headers, text, body };
      requests.push(asked);
      const [current] = answers;
      if (answers.length > 1) answers = answers.slice(1);
      current?.(response, asked);
    });
  });
  return {
    requests,
    url,
    answer(...next) {
      answers = next;
      requests.length = 0;
    },
  };
}

/** Answers with JSON. */
export function json(document: unknown, status = 200, headers: object = {}): VendorAnswer {
  return (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(document));
}

/** Answers with Server-Sent Events, named by `type` or `event` where they have one, in chunks of `cut` bytes. */
export function events(documents: readonly (object | '[DONE]')[], cut = Infinity): VendorAnswer {
  const bytes = Buffer.from(documents.map(eventOf).join(''));
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < bytes.length; at += cut) {
      response.write(bytes.subarray(at, at + cut));
      if (cut < bytes.length) await new Promise(setImmediate);
    }
    response.end();
  };
}

/** Sends the first events of an answer, which never ends. */
export function begun(documents: readonly object[]): VendorAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(documents.map(eventOf).join(''));
  };
}

function eventOf(document: object | '[DONE]'): string {
  if (document === '[DONE]') return 'data: [DONE]\n\n';
  const { type, event } = { type: undefined, event: undefined, ...document };
  const name = type ?? event;
  const data = JSON.stringify(document);
  return `${typeof name === 'string' ? `event: ${name}\n` : ''}data: ${data}\n\n`;
}
