import type { Server } from 'node:http';

/** How often, in milliseconds, connections that fell idle are let go while a server closes. */
const LOOK_EVERY = 100;

/** A server on its way out. */
export interface Shutdown {
  /** Whether it was told to stop. */
  isLeaving(): boolean;
  /**
   * Takes requests for `leaveAfter` milliseconds more, so that whoever sends them here notices, and then no more
   * connections. Settles when all that came was answered; `onClosing` ends what would never end by itself.
   */
  close(leaveAfter: number, onClosing: () => void): Promise<void>;
}

/** From the moment it leaves, each reply of the server asks its caller to come back on another connection. */
export function openShutdown(server: Server): Shutdown {
  let isLeaving = false;
  server.prependListener('request', (_request, response) => {
    if (isLeaving) response.setHeader('Connection', 'close');
  });
  return {
    isLeaving: () => isLeaving,
    async close(leaveAfter, onClosing) {
      isLeaving = true;
      await new Promise((resolve) => setTimeout(resolve, leaveAfter));
      const closed = new Promise((resolve) => server.close(resolve));
      onClosing();
      const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY);
      await closed;
      clearInterval(looking);
    },
  };
}
