import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Finds a free port below the range from which the system assigns ports, so that no other program gets it meanwhile. */
export async function freePort(port = 20_000 + (process.pid % 10_000)): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort(port + 1);
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether something listens on a port of the loopback. */
export async function isPortOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return opened.finally(() => socket.destroy());
}
