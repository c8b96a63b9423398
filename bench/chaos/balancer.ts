import { Agent, createServer, request as openRequest, type Server } from 'node:http';
import { request } from './request.js';
import { wait } from './times.js';

/** Something in front of several servers, as simple as one can be: it never tries a request twice. */
export interface Balancer {
  readonly port: number;
  close(): void;
}

/** How often the servers are asked whether they are ready, in milliseconds. */
const ASKS_EVERY = 250;

/** Sends each request to the next server that is ready, over kept connections. */
export async function openBalancer(
  servers: readonly { readonly port: number }[],
): Promise<Balancer> {
  const ready = new Set<number>();
  let isOpen = true;
  const lookAt = async (port: number): Promise<void> => {
    while (isOpen) {
      const status = await statusOf(port);
      if (status === 200) ready.add(port);
      else ready.delete(port);
      await wait(ASKS_EVERY);
    }
  };
  for (const { port } of servers) void lookAt(port);
  while (ready.size < servers.length) await wait(ASKS_EVERY);
  const server = passOn(ready);
  const port = await listen(server);
  return {
    port,
    close() {
      isOpen = false;
      server.close();
      server.closeAllConnections();
    },
  };
}

async function statusOf(port: number): Promise<number> {
  try {
    return (await request({ port, path: '/readyz', within: 2_500 })).status;
  } catch {
    return 0;
  }
}

function passOn(ready: ReadonlySet<number>): Server {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ports = [...ready];
    const port = ports[turn++ % ports.length];
    const { method, url: path, headers } = incoming;
    const refuse = (error: Error): void => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ reason: error.message }));
    };
    const sent = openRequest(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, connection: 'keep-alive' },
      },
      (response) => {
        const { connection, ...kept } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, kept);
        response.pipe(outgoing);
      },
    );
    sent.once('error', refuse);
    incoming.pipe(sent);
  });
  server.once('close', () => agent.destroy());
  return server;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
