import { connect, createServer, type Socket } from 'node:net';
import { afterEach } from '@jest/globals';
import { listen } from './useServer.js';

/** A network that breaks connections. */
export interface CuttingProxy {
  readonly url: string;
  /** The number of connections that were made. */
  count(): number;
  /** Cuts all connections. */
  cut(): void;
  /** Leads to another server from the next connection on. */
  leadTo(target: string): void;
}

const opened: { readonly sockets: Set<Socket>; close(): void }[] = [];
afterEach(() => {
  for (const { sockets, close } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    close();
  }
});

/**
 * Leads to a server, and cuts a connection after so many bytes of its answers: `bytesOf` names the number for each
 * connection, counted from 0; undefined for one that is not cut.
 */
export async function openCuttingProxy(
  target: string,
  bytesOf: (connection: number) => number | undefined,
): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let count = 0;
  let port = Number(new URL(target).port);
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let left = bytesOf(count) ?? Number.POSITIVE_INFINITY;
    count += 1;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => (sockets.delete(socket), other.destroy()));
    }
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      near.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) near.destroySoon();
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
