import { createServer } from 'node:http';
import type { Later } from '../stage.js';

/** Starts a server that answers after so many milliseconds; gives its port. */
export async function startSlowPlace(milliseconds: number, later: Later): Promise<number> {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('{}'), milliseconds);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
