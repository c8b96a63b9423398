import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';

/** Starts a server for the tests of a file or `describe` block; call it in the body of either. Its address is known within tests. */
export function useServer(answer: RequestListener): () => string {
  const server = createServer(answer);
  let url = '';
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => url;
}

/** Reads the body of a request, and calls `onRead` with the whole of it. */
export function readBody(request: IncomingMessage, onRead: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => onRead(Buffer.concat(chunks)));
}

/** Starts a server on a free port of this machine, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port; // A listening TCP server has one.
}
