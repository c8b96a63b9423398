import { createConnection, createServer, type Socket } from 'node:net';
import { listen } from './useServer.js';

/** A way to a database that can be made to swallow what goes by it. */
export interface MutableWay {
  readonly url: string;
  /** Connections that are open now stay so, and nothing goes by them any more: as when a firewall forgot them. */
  mute(): void;
  close(): Promise<void>;
}

/** Opens a way on loopback to the database at an address, which may name a socket's folder. */
export async function openMutable(url: string): Promise<MutableWay> {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname);
  const ways = new Set<{ isMute: boolean; end(): void }>();
  const server = createServer((near: Socket) => {
    const isFolder = host.startsWith('/');
    const far = isFolder
      ? createConnection(`${host}/.s.PGSQL.${port}`)
      : createConnection(Number(port || 5432), host);
    const way = { isMute: false, end: () => [near, far].forEach((side) => side.destroy()) };
    ways.add(way);
    far.on('data', (said) => !way.isMute && near.write(said));
    near.on('data', (said) => !way.isMute && far.write(said));
    for (const side of [near, far]) side.on('error', way.end).on('close', way.end);
  });
  const open = new URL(url);
  open.host = `127.0.0.1:${await listen(server)}`;
  return {
    url: open.href,
    mute: () => ways.forEach((way) => (way.isMute = true)),
    async close() {
      ways.forEach((way) => way.end());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
