import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { recordAt } from './parts.js';
import { readBody, useServer } from './useServer.js';

/** One request to the fake of a service with OpenAI's chat completions API, which the test answers step by step. */
export interface ModelCall {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Sends a delta with this text. */
  say(text: string): void;
  /** Sends an event with this data. */
  send(data: string): void;
  /** Ends the answer, with its usage. */
  end(): void;
  /** Answers with an error status. */
  refuse(status: number, body: string): void;
  /** Closes the connection in the middle of the answer. */
  breakOff(): void;
  /** Sends deltas until the client closes the connection. */
  goOn(piece: string): void;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

/** The fake: its address, and its requests in order. */
export interface Model {
  url(): string;
  /** Resolves with the next request. */
  next(): Promise<ModelCall>;
  /** How many requests it has received. */
  count(): number;
}

/** One fake for all tests of a file. */
export function useModel(): Model {
  const calls: ModelCall[] = [];
  let taken = 0;
  let notify = (): void => undefined;
  const origin = useServer((request, response) => {
    readBody(request, (bytes) => {
      const body = recordAt(JSON.parse(bytes.toString()));
      calls.push({ path: request.url, headers: request.headers, body, ...answering(response) });
      notify();
    });
  });
  return {
    url: () => `${origin()}/v1`,
    async next() {
      for (;;) {
        const call = calls[taken];
        if (call) {
          taken += 1;
          return call;
        }
        await new Promise<void>((resolve) => (notify = resolve));
      }
    },
    count: () => calls.length,
  };
}

function answering(response: ServerResponse): Omit<ModelCall, 'path' | 'headers' | 'body'> {
  const send = (data: string): boolean => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.write(`data: ${data}\n\n`);
  };
  const say = (content: string, finish_reason: string | null = null): boolean =>
    send(JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] }));
  const goOn = (piece: string): void => {
    while (!response.destroyed) {
      if (say(piece)) continue;
      response.once('drain', () => goOn(piece));
      return;
    }
  };
  return {
    say,
    send,
    goOn,
    end() {
      say('', 'stop');
      send(JSON.stringify({ choices: [], usage: { total_tokens: 42 } }));
      send('[DONE]');
      response.end();
    },
    refuse: (status, body) => void response.writeHead(status).end(body),
    breakOff: () => void response.destroy(),
    closed: new Promise((resolve) => response.once('close', resolve)),
  };
}
