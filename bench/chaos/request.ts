import { Agent, request as openRequest } from 'node:http';

/** The response of a server. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A request to a port of the loopback. */
export interface Asked {
  readonly port: number;
  readonly path: string;
  /** Posted as JSON; without it the request is a GET. */
  readonly body?: object;
  /** The method, if it is neither of these two. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The time limit, in milliseconds; by default that of a client. */
  readonly within?: number;
}

/** How long a client waits for a response, in milliseconds. */
const PATIENCE = 15_000;

const agent = new Agent({ keepAlive: true });

/** Sends a request over kept connections, once. Rejects without a complete response. */
export function request(asked: Asked): Promise<Answered> {
  const { port, path, body, headers = {}, within = PATIENCE } = asked;
  const text = body && JSON.stringify(body);
  const method = asked.method ?? (text === undefined ? 'GET' : 'POST');
  const said = text === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = openRequest(
      { ...{ agent, host: '127.0.0.1', port, path, method }, headers: { ...said, ...headers } },
      (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (part: string) => (received += part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text: received }));
        response.once('error', reject);
        response.once('close', () => {
          if (!response.complete) reject(new Error('The answer broke off'));
        });
      },
    );
    sent.setTimeout(within, () => sent.destroy(new Error('No answer in time')));
    sent.once('error', reject).end(text);
  });
}

/** Starts a chat with a published bot; returns its session id. */
export async function startChat(port: number, publicId: string): Promise<string> {
  const { text } = await request({ port, path: `/api/v1/bots/${publicId}/startChat`, body: {} });
  return String(memberOf(text, 'sessionId'));
}

/** Sends a message to a chat. */
export async function continueChat(
  port: number,
  sessionId: string,
  message = 'Ada',
): Promise<Answered> {
  return request({ port, path: `/api/v1/sessions/${sessionId}/continueChat`, body: { message } });
}

/** The reason why a request was not served: its status and reason, or the error of the network; undefined where it was. */
export async function failureOf(answered: Promise<Answered>): Promise<string | undefined> {
  return answered
    .then(({ status, text }) =>
      status === 200 ? undefined : `${status} ${String(memberOf(text, 'reason'))}`,
    )
    .catch(String);
}

/** The status of a server; 0 where it does not answer in time. */
export async function readinessOf(port: number): Promise<number> {
  const answered = request({ port, path: '/readyz', within: 2_500 });
  return answered.then(({ status }) => status).catch(() => 0);
}

/** Closes all kept connections. */
export function closeConnections(): void {
  agent.destroy();
}

/** The member of a JSON response; undefined where there is none, or no JSON. */
export function memberOf(text: string, name: string): unknown {
  try {
    return partOf(JSON.parse(text), name);
  } catch {
    return undefined;
  }
}

/** The member of a value; undefined where it is not an object, or has none of that name. */
export function partOf(value: unknown, name: string): unknown {
  const members: Readonly<Record<string, unknown>> = typeof value === 'object' ? { ...value } : {};
  return members[name];
}
