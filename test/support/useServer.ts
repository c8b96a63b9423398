import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';

/** A server for the tests of a file or block; call it while that is read. Returns its address, which is known within tests. */
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

/** Starts a server on a free port of this machine, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port; // A listening TCP server has one.
}

/** A free port below those that a system hands out itself: nobody else is given it before it is taken. */
export async function freePort(port = 20_000 + (process.pid % 10_000)): Promise<number> {
  const server = createTcpServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort(port + 1);
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether something listens there. */
export async function isPortOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return opened.finally(() => socket.destroy());
}
