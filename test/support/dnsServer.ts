import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

/** A DNS server on loopback whose answers change, and how often it was asked. */
export interface DnsServer {
  readonly asked: () => number;
  /** Asks it for the IPv4 addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  close(): void;
}

/** Opens a DNS server (RFC 1035) that answers each question with the next of these addresses, and then with the last one. */
export async function openDnsServer(addresses: readonly string[]): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const [id, rest] = [question.subarray(0, 2), question.subarray(12)];
    const name = rest.subarray(0, rest.indexOf(0) + 5);
    const found = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    // The name by a pointer to the question, type A, class IN, no time to live, four bytes.
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
    const bytes = Buffer.from(found.split('.').map(Number));
    socket.send(Buffer.concat([id, head, name, record, bytes]), port, address);
  });
  await new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(undefined)));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    asked: () => asked,
    resolve: (host) => resolver.resolve4(host),
    close: () => void socket.close(),
  };
}
