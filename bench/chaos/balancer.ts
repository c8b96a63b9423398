import {
  Agent,
  createServer,
  request as openRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { listen, type Later } from '../stage.js';
import { readinessOf } from './request.js';
import { wait } from './times.js';

/** The load balancer in front of the servers. */
export interface Balancer {
  readonly port: number;
  /**
   * The longest time between two checks of a server, in milliseconds: on an overloaded machine it detects too late that
   * a server leaves.
   */
  longestLook(): number;
}

/** How often the readiness of the servers is checked, in milliseconds. */
const ASKS_EVERY = 250;

/**
 * A minimal load balancer in front of several servers. Each request and each socket goes to the next server that is
 * ready, requests over kept connections; none is retried.
 */
export async function openBalancer(
  servers: readonly { readonly port: number }[],
  later: Later,
): Promise<Balancer> {
  const ready = new Set<number>();
  let [isOpen, longest] = [true, 0];
  later(() => void (isOpen = false));
  const lookAt = async (port: number): Promise<void> => {
    for (let looked = performance.now(); isOpen; looked = performance.now()) {
      if ((await readinessOf(port)) === 200) ready.add(port);
      else ready.delete(port);
      await wait(ASKS_EVERY);
      longest = Math.max(longest, performance.now() - looked);
    }
  };
  for (const { port } of servers) void lookAt(port);
  while (ready.size < servers.length) await wait(ASKS_EVERY);
  const agent = new Agent({ keepAlive: true });
  later(() => agent.destroy());
  let turn = 0;
  const next = (): number => [...ready][turn++ % ready.size] ?? 0;
  const server = createServer((incoming, outgoing) => {
    passOn(incoming, outgoing, { agent, port: next() });
  });
  server.on('upgrade', (incoming, socket, head) => passSocket(incoming, { socket, head }, next()));
  // No connection is closed at the moment it is used again.
  server.keepAliveTimeout = 0;
  const port = await listen(server, later);
  return { port, longestLook: () => longest };
}

function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { agent, port }: { readonly agent: Agent; readonly port: number },
): void {
  const { method, url: path, headers } = incoming;
  const kept = { ...headers, connection: 'keep-alive' };
  const sent = openRequest(
    { agent, host: '127.0.0.1', port, method, path, headers: kept },
    (response) => {
      // Headers about a server's connection are not passed on to the caller.
      const { connection, 'keep-alive': hint, ...shown } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, shown).flushHeaders();
      // When one side breaks off, the other is closed.
      pipeline(response, outgoing, () => undefined);
    },
  );
  sent.on('error', ({ message }) => {
    if (outgoing.headersSent) return;
    outgoing.writeHead(502, { 'Content-Type': 'application/json' });
    outgoing.end(JSON.stringify({ reason: message }));
  });
  incoming.pipe(sent);
}

function passSocket(
  { method, url, rawHeaders }: IncomingMessage,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  port: number,
): void {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  const server = connect(port, '127.0.0.1');
  server.write(`${lines.join('\r\n')}\r\n\r\n`);
  server.write(head);
  server.pipe(socket).pipe(server);
  server.on('error', () => socket.destroy());
  socket.on('error', () => server.destroy()).once('close', () => server.destroy());
}
