import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { recordAt } from './parts.js';
import { useServer } from './useServer.js';

/** One request to the double of a service that speaks OpenAI's protocol; the test says what it answers, step by step. */
export interface ModelCall {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** Sends a piece of the text. */
  say(text: string): void;
  /** Sends anything, as the data of an event. */
  send(data: string): void;
  /** Says that this is all. */
  end(): void;
  /** Answers with a failure, in one piece. */
  refuse(status: number, body: string): void;
  /** Breaks off. */
  breakOff(): void;
  /** Says pieces of text until nobody listens any more. */
  goOn(piece: string): void;
  /** Settles when the connection is gone. */
  readonly closed: Promise<void>;
}

/** The double: where it is, and its requests in order. */
export interface Model {
  url(): string;
  /** The next request, as soon as it comes. */
  next(): Promise<ModelCall>;
  /** How many requests came. */
  count(): number;
}

/** One double for all tests of a file. */
export function useModel(): Model {
  const calls: ModelCall[] = [];
  let taken = 0;
  let heard = (): void => undefined;
  const origin = useServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = recordAt(JSON.parse(Buffer.concat(chunks).toString()));
      calls.push({ path: request.url, headers: request.headers, body, ...answering(response) });
      heard();
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
        await new Promise<void>((resolve) => (heard = resolve));
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
