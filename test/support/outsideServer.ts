import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createHttp, type Http, type HttpOptions } from '../../src/integrations/http.js';
import { listen, readBody } from './useServer.js';

interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The requests that reached the two servers in the current test. */
export const seen: Seen[] = [];
const closers: (() => void)[] = [];
/** The port of the first server. */
export let port = 0;
/** The port of the second server. */
let otherPort = 0;

const ROUTES: Record<string, (response: ServerResponse, seen: Seen) => void> = {
  '/hello': (response) => response.setHeader('x-a', ['1', '2']).end('hello'),
  '/echo': (response, { body }) => response.end(body),
  '/teapot': (response) => response.writeHead(418).end('short'),
  '/latin': (response) =>
    response
      .setHeader('content-type', 'text/plain; charset=iso-8859-1')
      .end(Buffer.from([0x63, 0x61, 0x66, 0xe9])),
  '/strange-charset': (response) =>
    response.setHeader('content-type', 'text/plain; charset=klingon').end('é'),
  '/gzip': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('packed')),
  '/br': (response) =>
    response.setHeader('content-encoding', 'br').end(brotliCompressSync('packed')),
  '/deflate': (response) =>
    response.setHeader('content-encoding', 'deflate').end(deflateSync('packed')),
  '/packed-nothing': (response) => response.setHeader('content-encoding', 'gzip').end(),
  '/twice': (response) =>
    response.setHeader('content-encoding', 'gzip, gzip').end(gzipSync(gzipSync('packed'))),
  '/cut-gzip': (response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('packed').subarray(0, 12)),
  '/bomb': (response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
  '/large': (response) => response.end('x'.repeat(200_000)),
  '/endless': (response) => {
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => clearInterval(timer));
  },
  '/drip': (response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/silent': () => {},
  '/large-headers': (response) => response.setHeader('x-large', 'x'.repeat(20_000)).end(),
  '/break-off': (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('part');
    setTimeout(() => response.destroy(), 10);
  },
  '/switch': (response) => {
    response.socket?.end('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  },
  '/later': (response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
  // The statuses in the query, one for each request of the same address.
  '/sequence': (response, { path }) => {
    const statuses = path?.split('?')[1]?.split(',').map(Number) ?? [];
    const status = statuses[seen.filter((one) => one.path === path).length - 1] ?? 200;
    response.writeHead(status, status === 429 ? { 'retry-after': '0' } : {}).end();
  },
  '/loop': (response) => redirect(response, 302, '/loop'),
  '/bad-location': (response) => redirect(response, 302, 'http://['),
  '/no-location': (response) => response.writeHead(302).end('stay'),
};

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { location }).end();
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  readBody(request, (bytes) => {
    const { method, url, headers } = request;
    const entry = { method, path: url, headers, body: bytes.toString() };
    seen.push(entry);
    const { pathname, searchParams } = new URL(url ?? '', 'http://x');
    const route = ROUTES[pathname];
    if (route) route(response, entry);
    else redirect(response, Number(pathname.slice(1)), searchParams.get('to') ?? '');
  });
}

async function start(): Promise<number> {
  const server = createServer(answer);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

/** Starts the two servers for the tests of a file; call it at the top level of the file. */
export function useOutsideServers(): void {
  beforeAll(async () => {
    port = await start();
    otherPort = await start();
  });
  beforeEach(() => {
    seen.length = 0;
  });
  afterAll(() => {
    for (const close of closers.splice(0)) close();
  });
}

/** An HTTP client that may reach the two servers. */
export function open(options: Partial<HttpOptions> = {}): Http {
  return createHttp({ allowedHosts: [`127.0.0.1:${port}`, `127.0.0.1:${otherPort}`], ...options });
}

/** An address on the first server. */
export const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
/** An address on the second server. */
export const elsewhere = (path: string): string => `http://127.0.0.1:${otherPort}${path}`;
/** An address on the first server that redirects. */
export const to = (status: number, target: string): string =>
  at(`/${status}?to=${encodeURIComponent(target)}`);

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
