import { createServer } from 'node:http';
import type { Later } from '../stage.js';
import { listen } from './listen.js';

/** Starts a server that responds after some milliseconds; returns its port. */
export async function startSlowPlace(milliseconds: number, later: Later): Promise<number> {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('{}'), milliseconds);
  });
  return listen(server, later);
}
