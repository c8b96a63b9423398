import { connect, createServer, type Socket } from 'node:net';
import { afterEach } from '@jest/globals';
import { listen } from './useServer.js';

/** A TCP proxy that can cut its connections. */
export interface CuttingProxy {
  readonly url: string;
  /** The number of connections so serverSide. */
  count(): number;
  /** Cuts all open connections. */
  cut(): void;
  /** Passes new connections to another server. */
  leadTo(target: string): void;
}

const opened: { readonly sockets: Set<Socket>; close(): void }[] = [];

/** Call it at the top level of a file or in a `describe` block. The proxies that the function opens are closed after each test. */
export function useCuttingProxies(): typeof openCuttingProxy {
  afterEach(() => {
    for (const { sockets, close } of opened.splice(0)) {
      for (const socket of sockets) socket.destroy();
      close();
    }
  });
  return openCuttingProxy;
}

/**
 * Opens a proxy to a server. `bytesOf` is called with the number of each connection, from 0; it returns after how many bytes from the
 * server that connection is cut, or undefined for never.
 */
async function openCuttingProxy(
  target: string,
  bytesOf: (connection: number) => number | undefined,
): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let count = 0;
  let port = Number(new URL(target).port);
  const server = createServer((clientSide) => {
    const serverSide = connect(port, '127.0.0.1');
    let left = bytesOf(count) ?? Number.POSITIVE_INFINITY;
    count += 1;
    for (const [socket, other] of [
      [clientSide, serverSide],
      [serverSide, clientSide],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => (sockets.delete(socket), other.destroy()));
    }
    clientSide.pipe(serverSide);
    serverSide.on('data', (bytes: Buffer) => {
      clientSide.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) clientSide.destroySoon();
    });
  });
  const ownPort = await listen(server);
  opened.push({ sockets, close: () => server.close() });
  return {
    url: `http://127.0.0.1:${ownPort}`,
    count: () => count,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    leadTo: (next) => (port = Number(new URL(next).port)),
  };
}
