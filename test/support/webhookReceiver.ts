import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHttp, type Http } from '../../src/integrations/http.js';
import { recordAt, textAt } from './parts.js';
import { until } from './until.js';
import { listen, readBody } from './useServer.js';

/** A request to a receiver. */
export interface Received {
  /** The `webhook-id`, the same for every attempt of a delivery. */
  readonly id: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly status: number | undefined;
}

/** How a receiver answers: with a status, or by a function. */
export type Answer = number | ((response: ServerResponse, request: IncomingMessage) => void);

/** A receiver of webhooks on the loopback. */
export interface Receiver {
  readonly host: string;
  readonly url: string;
  /** All requests, in the order of their arrival. */
  readonly received: readonly Received[];
  /** The requests that were answered with success. */
  readonly accepted: readonly Received[];
  /** Sets how it answers from now on, by the number of requests before. */
  answerWith(answer: (place: number) => Answer): void;
  /** The first requests of a type, once there are so many. */
  first(type: string, count?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** Opens a receiver that accepts everything. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answerAt: (place: number) => Answer = () => 204;
  const server = createServer((request, response) => {
    readBody(request, (body) => {
      const answer = answerAt(received.length);
      const status = typeof answer === 'number' ? answer : undefined;
      received.push(receivedOf(request, body.toString(), status));
      if (typeof answer === 'number') response.writeHead(answer).end();
      else answer(response, request);
    });
  });
  const host = `127.0.0.1:${await listen(server)}`;
  return {
    host,
    url: `http://${host}/hook`,
    received,
    get accepted() {
      return received.filter(({ status }) => status !== undefined && status < 300);
    },
    answerWith(answer) {
      answerAt = answer;
    },
    async first(type, count = 1) {
      const found = () => received.filter((one) => one.type === type);
      await until(() => found().length >= count);
      return found().slice(0, count);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function receivedOf(
  { headers }: IncomingMessage,
  body: string,
  status: number | undefined,
): Received {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  const event = recordAt(JSON.parse(body));
  const id = named['webhook-id'] ?? '';
  return { id, type: textAt(event, 'type'), headers: named, body, event, status };
}

/** An HTTP client for receivers on the loopback. Its long time limit suits a busy machine; `limit` sets another, in milliseconds. */
export function openWay(): { readonly http: Http; limit(milliseconds?: number): void } {
  const http = createHttp({ allowedHosts: ['127.0.0.1'] });
  let timeoutMs = 120_000;
  return {
    http: { ...http, openFetch: (use) => http.openFetch({ ...use, timeoutMs }) },
    limit: (milliseconds = 120_000) => void (timeoutMs = milliseconds),
  };
}
