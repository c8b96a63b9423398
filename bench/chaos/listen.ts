import type { Server } from 'node:http';
import type { Later } from '../stage.js';

/** Lets a server of the trial listen on a free port of the loopback until the trial is over; returns the port. */
export async function listen(server: Server, later: Later): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
