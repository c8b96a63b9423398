import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { listen } from './useServer.js';

/** An HTTP proxy on the loopback that opens tunnels (CONNECT), and the requests that it received. */
export interface ConnectProxy {
  readonly port: number;
  readonly asked: {
    readonly target: string | undefined;
    readonly authorization: string | undefined;
  }[];
  /** The status of its next answers; 200 opens a tunnel. */
  status: number;
  close(): void;
}

export async function openConnectProxy(): Promise<ConnectProxy> {
  const server: Server = createServer((_, response) => void response.writeHead(405).end());
  const proxy = { port: 0, asked: [], status: 200, close: () => void server.close() } as {
    -readonly [Key in keyof ConnectProxy]: ConnectProxy[Key];
  }; // The port is set below.
  server.on('connect', ({ url = '', headers }, socket, head) => {
    proxy.asked.push({ target: url, authorization: headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    if (proxy.status !== 200) return socket.end(`HTTP/1.1 ${proxy.status} No\r\n\r\n`);
    const target = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Open\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    return target.on('error', () => socket.destroy());
  });
  proxy.port = await listen(server);
  return proxy;
}
