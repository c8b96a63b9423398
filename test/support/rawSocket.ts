import WebSocket, { type ClientOptions } from 'ws';

/** A message of graphql-transport-ws. */
export interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** How a socket ended. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A socket without a client library: what is sent and seen is what is on the wire. */
export interface RawSocket {
  readonly seen: Message[];
  readonly closed: Promise<Closed>;
  /** The subprotocol that was agreed on. */
  readonly protocol: string;
  /** How many pings of the server came. */
  countPings(): number;
  isOpen(): boolean;
  /** Sends a message, or text as it is. */
  send(message: Message | string): void;
  /** Introduces itself and waits until it is let in. */
  begin(payload?: Record<string, unknown>): Promise<void>;
  /** Settles with the first message, seen already or yet to come, of which this holds. */
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
    seen.push(JSON.parse(String(data)) as Message); // The protocol has no others.
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
