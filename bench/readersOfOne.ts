import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

/** How a chat is watched. */
export type ReaderKind = 'stream' | 'socket';

/** An order to the process of the readers: to open this many, to say what they have seen, or to leave. */
export type ReaderOrder =
  | {
      readonly open: number;
      readonly kind: ReaderKind;
      readonly port: number;
      readonly chat: string;
    }
  | { readonly close: true }
  | { readonly count: true };

const SUBSCRIBE = `subscription ($id: ID!) { chatEvents(sessionId: $id) { __typename seq document } }`;
const OPENED_AT_ONCE = 50;

/** The program of a process whose connections read one chat: it shares no event loop with what is measured. */
let ends = 0;
let leave: (() => void)[] = [];
process.on('message', (order: ReaderOrder) => void obey(order));

async function obey(order: ReaderOrder): Promise<void> {
  if ('close' in order) {
    for (const each of leave) each();
    leave = [];
    ends = 0;
  }
  if ('open' in order) {
    const way = order.kind === 'stream' ? openStream : openSocket;
    for (let from = 0; from < order.open; from += OPENED_AT_ONCE) {
      const some = Math.min(OPENED_AT_ONCE, order.open - from);
      await Promise.all(Array.from({ length: some }, () => way(order.port, order.chat)));
    }
  }
  process.send?.(ends);
}

/** Counts the ends of turns in what arrives; settles `begun` at the first. */
function counter(begun: () => void): (text: string) => void {
  return (text) => {
    const found = text.split('"turnEnd"').length - 1;
    ends += found;
    if (found > 0) begun();
  };
}

function openStream(port: number, chat: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream: Socket = connect({ port, host: '127.0.0.1' });
    stream.setEncoding('latin1').on('data', counter(resolve)).on('error', reject);
    stream.write(
      `GET /api/v1/sessions/${chat}/events HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n`,
    );
    leave.push(() => stream.destroy());
  });
}

function openSocket(port: number, chat: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
      perMessageDeflate: false,
    });
    const send = (message: object): void => socket.send(JSON.stringify(message));
    const count = counter(resolve);
    socket.on('error', reject);
    socket.on('open', () => send({ type: 'connection_init' }));
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1');
      if (!text.includes('"connection_ack"')) return count(text);
      send({ id: '1', type: 'subscribe', payload: { query: SUBSCRIBE, variables: { id: chat } } });
    });
    leave.push(() => socket.terminate());
  });
}
