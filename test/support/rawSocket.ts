import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import WebSocket, { type ClientOptions } from 'ws';

/** A message of graphql-transport-ws. */
export interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** How a socket was closed. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A socket without a client library, which sends and shows exactly what is on the wire. */
export interface RawSocket {
  readonly seen: Message[];
  readonly closed: Promise<Closed>;
  /** The negotiated subprotocol. */
  readonly protocol: string;
  /** How many pings it has received from the server. */
  countPings(): number;
  isOpen(): boolean;
  /** Sends a message, or a text unchanged. */
  send(message: Message | string): void;
  /** Sends `connection_init` and waits for `connection_ack`. */
  begin(payload?: Record<string, unknown>): Promise<void>;
  /** Resolves with the first message, past or future, for which this is true. */
  until(holds: (message: Message) => boolean): Promise<Message>;
  pause(): void;
  resume(): void;
  close(): void;
}

/** Opens a socket to the GraphQL endpoint of a server. */
export async function openRawSocket(
  url: string,
  protocols: string | string[] = 'graphql-transport-ws',
  options: ClientOptions = {},
): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, protocols, options);
  const seen: Message[] = [];
  const waiting = new Set<() => void>();
  let pings = 0;
  socket.on('message', (data) => {
    seen.push(JSON.parse(String(data)) as Message); // The protocol has only such messages.
    for (const check of waiting) check();
  });
  socket.on('ping', () => (pings += 1));
  const closed = new Promise<Closed>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined);
  const send = (message: Message | string): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const until = (holds: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = seen.find(holds);
        if (!found) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return {
    seen,
    closed,
    protocol: socket.protocol,
    countPings: () => pings,
    isOpen: () => socket.readyState === socket.OPEN,
    send,
    async begin(payload) {
      send({ type: 'connection_init', ...(payload && { payload }) });
      await until(({ type }) => type === 'connection_ack');
    },
    until,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.close(),
  };
}

/** A request exactly as it is sent. */
export interface RawAsked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The pieces of the body; chunked, unless the headers have its length. */
  readonly parts?: readonly (string | Uint8Array)[];
}

/** A whole response. */
interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request without the changes that `fetch` would make: the path and the pieces of the body are sent as they are. */
export async function sendRaw(url: string, path: string, asked: RawAsked = {}): Promise<RawAnswer> {
  const answer = await openRaw(url, path, asked);
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

/** Sends the same request, but resolves with the head of the response, which may never end; the caller destroys it. */
export async function openRaw(
  url: string,
  path: string,
  { method = 'GET', headers = {}, parts = [] }: RawAsked = {},
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(url);
  const asking = request({ hostname, port, path, method, headers, agent: false });
  for (const part of parts) {
    // Wait for each piece, or Node would join them.
    await new Promise((resolve) => asking.write(part, resolve));
  }
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]; // What Node says it is.
  return answer;
}

/** A reader that can be paused. */
interface Reading {
  pause(): unknown;
  resume(): unknown;
  on(event: 'data', listener: (part: string | Buffer) => void): unknown;
}

/** The bytes between two rests. Of less than about a megabyte the kernel informs the sender late. */
const BYTES = 2 ** 21;
/** The length of a rest, in milliseconds. */
const REST = 120;

/** Slows the reading of a connection down: after every `BYTES` bytes it rests. */
export function pace(connection: Reading, reader: Pick<Reading, 'pause' | 'resume'> = connection) {
  let read = 0;
  connection.on('data', (part) => {
    read += part.length;
    if (read < BYTES) return;
    read = 0;
    reader.pause();
    setTimeout(() => reader.resume(), REST);
  });
}
