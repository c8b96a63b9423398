import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections without a request are closed while a server closes, in milliseconds. */
const CLOSE_EVERY = 100;

/** The shutdown of a server. */
export interface Shutdown {
  isLeaving(): boolean;
  /**
   * Accepts requests for `leaveAfter` milliseconds more, so that load balancers notice, and then no more connections. Resolves
   * when every request is answered; `onClosing` ends streams, which would not end by themselves.
   */
  close(leaveAfter: number, onClosing: () => void): Promise<void>;
}

/** Opens the shutdown of a server. Once it has begun, each answer has `Connection: close`, so that callers open another connection. */
export function openShutdown(server: Server): Shutdown {
  let isLeaving = false;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeUnused = (): void => {
    server.closeIdleConnections();
    // Clients open connections in advance; to Node these wait for headers, and are not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return {
    isLeaving: () => isLeaving,
    async close(leaveAfter, onClosing) {
      isLeaving = true;
      server.prependListener('request', (_request, response) => {
        response.setHeader('Connection', 'close');
      });
      await new Promise((resolve) => setTimeout(resolve, leaveAfter));
      const closed = new Promise((resolve) => server.close(resolve));
      onClosing();
      const timer = setInterval(closeUnused, CLOSE_EVERY);
      await closed;
      clearInterval(timer);
    },
  };
}
