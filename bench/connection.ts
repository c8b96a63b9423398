import { connect, type Socket } from 'node:net';

/** One kept-alive connection that carries one request at a time. */
export interface Connection {
  /** Posts JSON text and returns the text of the response; rejects unless its status is 200. `head` holds lines of more headers. */
  post(path: string, json: string, head?: string): Promise<string>;
  close(): void;
}

/** The time limit of a response, in milliseconds. */
const PATIENCE = 30_000;
const HEAD_END = '\r\n\r\n';

interface Pending {
  resolve(body: string): void;
  reject(error: Error): void;
}

/**
 * Opens a connection to a port of the loopback. It implements just enough HTTP for responses with a length: the client
 * shares the processor with the server, and Node's own client would take a third of it.
 */
export function openConnection(port: number): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('No answer from the server')));
  const pending = receive(socket);
  return {
    post: (path, json, head = '') =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) throw new Error('The server closed the connection');
        pending.push({ resolve, reject });
        socket.write(requestText(path, json, head));
      }),
    close: () => socket.destroy(),
  };
}

/** The list whose first member is settled by the next response, or by the end of the connection. */
function receive(socket: Socket): Pending[] {
  const pending: Pending[] = [];
  let received = '';
  // One character for each byte, so that the length of a response is that of its text.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const answer = wholeAnswer(received);
    if (!answer) return;
    received = '';
    const isGood = answer.head.startsWith('HTTP/1.1 200 ');
    if (isGood) pending.shift()?.resolve(answer.body);
    else pending.shift()?.reject(new Error(`The server answered ${answer.head}\n${answer.body}`));
  });
  const fail = (error?: Error): void => {
    pending.shift()?.reject(error ?? new Error('The server closed the connection'));
  };
  socket.on('error', fail).on('close', () => fail());
  return pending;
}

function wholeAnswer(received: string): { head: string; body: string } | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.slice(0, headEnd);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`An answer without its length: ${head}`);
  const body = received.slice(headEnd + HEAD_END.length);
  return body.length < Number(length) ? undefined : { head, body };
}

function requestText(path: string, json: string, more: string): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n`;
  return `${head}${more}Content-Length: ${Buffer.byteLength(json)}${HEAD_END}${json}`;
}
