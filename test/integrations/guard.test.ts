import { AsyncLocalStorage } from 'node:async_hooks';
import { createSocket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Resolver } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createGuard, type Destination } from '../../src/integrations/guard.js';
import { createHttp, type Http } from '../../src/integrations/http.js';
import type { Connection } from '../../src/integrations/outgoing.js';
import { clientPair } from '../support/certificates.js';
import {
  at,
  type ConnectProxy,
  openConnectProxy,
  port,
  seen,
  to,
  useOutsideServers,
} from '../support/outsideServer.js';
import { hostileAddresses, hostileNames } from '../support/hostileAddresses.js';

function check(url: string, allowed: string[] = []): Promise<Destination> {
  const guard = createGuard(allowed, async (host) => {
    const found = hostileNames[host];
    if (!found) throw new Error(`${host} is unknown`);
    return found;
  });
  return guard(new URL(url));
}

describe('refuses to request', () => {
  test.each(hostileAddresses)('%s: %s', async (_why, url) => {
    expect(await check(url)).toMatchObject({ ok: false, code: 'blocked' });
  });

  test('an address with credentials in it', async () => {
    expect(await check('https://ada:secret@example.com/')).toMatchObject({ code: 'badRequest' });
  });

  test('a host behind credentials that look like a host', async () => {
    expect(await check('https://example.com@127.0.0.1/')).toMatchObject({ code: 'badRequest' });
  });

  test.each([
    `https://${'a'.repeat(64)}.com/`,
    `https://${'a.'.repeat(130)}com/`,
    'https://a..com/',
  ])('a name that DNS cannot hold: %s', async (url) => {
    expect(await check(url)).toMatchObject({ ok: false, code: 'blocked' });
  });

  test('a host that is unknown, with the message for a private network', async () => {
    const unknown = await check('https://nowhere.example.com/');
    expect(unknown).toEqual(await check('https://10.0.0.1/'));
    expect(unknown).toEqual(await check('https://db.internal/'));
  });
});

describe('allows', () => {
  test.each([
    ['https://example.com/', ['93.184.216.34', '2606:2800:220:1::1']],
    ['https://example.com./', ['93.184.216.34', '2606:2800:220:1::1']],
    ['https://EXAMPLE.com:8443/x?y#z', ['93.184.216.34', '2606:2800:220:1::1']],
    ['http://8.8.8.8/', ['8.8.8.8']],
    ['http://172.32.0.1/', ['172.32.0.1']],
    ['http://100.128.0.1/', ['100.128.0.1']],
    ['http://11.0.0.1/', ['11.0.0.1']],
    ['http://[2606:4700::1111]/', ['2606:4700::1111']],
    ['http://[::ffff:8.8.8.8]/', ['::ffff:808:808']],
    ['https://nat64.example.com/', ['64:ff9b::808:808']],
  ])('%s to the addresses it checked', async (url, addresses) => {
    expect(await check(url)).toMatchObject({ ok: true, addresses });
  });
});

describe('a host that the operator allowed', () => {
  test('may be private', async () => {
    expect(await check('http://db.lan/', ['db.lan'])).toMatchObject({ ok: true });
    expect(await check('http://127.0.0.1:4000/', ['127.0.0.1'])).toMatchObject({ ok: true });
    expect(await check('http://localhost:4000/', ['LocalHost'])).toMatchObject({ ok: true });
    expect(await check('http://[::1]:4000/', ['[::1]'])).toMatchObject({ ok: true });
  });

  test('is allowed only on the port with which it was named', async () => {
    expect(await check('http://db.lan:8080/', ['db.lan:8080'])).toMatchObject({ ok: true });
    expect(await check('http://db.lan:80/', ['db.lan:80'])).toMatchObject({ ok: true });
    expect(await check('https://db.lan/', ['db.lan:443'])).toMatchObject({ ok: true });
    expect(await check('http://db.lan:8081/', ['db.lan:8080'])).toMatchObject({ ok: false });
  });

  test('allows neither the names under it nor its neighbours', async () => {
    expect(await check('http://a.localhost/', ['localhost'])).toMatchObject({ code: 'blocked' });
    expect(await check('http://127.0.0.2/', ['127.0.0.1'])).toMatchObject({ code: 'blocked' });
  });

  test('is never the address of cloud metadata', async () => {
    const url = 'http://metadata.example.com/';
    expect(await check(url, ['metadata.example.com'])).toMatchObject({ code: 'blocked' });
    const literal = 'http://169.254.169.254/';
    expect(await check(literal, ['169.254.169.254'])).toMatchObject({ code: 'blocked' });
  });
});

useOutsideServers();
const resolve = async (host: string): Promise<readonly string[]> => hostileNames[host] ?? [];

/** How many connections the requests of a test have opened; what else this process opens meanwhile is not theirs. */
let begun = 0;
const requests = new AsyncLocalStorage<true>();
const count = (): void => void (begun += requests.getStore() ? 1 : 0);
let proxy: ConnectProxy;
let guarded: Http;
beforeAll(async () => {
  proxy = await openConnectProxy();
  const allowedHosts = [`127.0.0.1:${port}`, `127.0.0.1:${proxy.port}`];
  guarded = createHttp({ allowedHosts, resolve });
  subscribe('net.client.socket', count);
});
afterAll(() => {
  unsubscribe('net.client.socket', count);
  proxy.close();
});

beforeEach(() => {
  begun = 0;
  proxy.asked.length = 0;
  proxy.status = 200;
});

/** A `Location` is sent in ASCII. */
const redirects = hostileAddresses.filter(([, url]) => /^[\x21-\x7e]+$/.test(url));

const certificateFor = (url: string): Connection['certificate'] => {
  const { certificate: cert, key, passphrase } = clientPair;
  return { origin: URL.canParse(url) ? new URL(url).origin : '', pair: { cert, key, passphrase } };
};

type Reach = (http: Http, url: string) => Promise<boolean>;

const kinds: readonly (readonly [kind: string, reach: Reach])[] = [
  ['a request', async (http, url) => (await http.send({ url })).ok],
  [
    'the fetch of a library',
    (http, url) =>
      http
        .openFetch()(url)
        .then(
          () => true,
          () => false,
        ),
  ],
  [
    'a request through a proxy',
    async (http, url) => {
      const connection = { proxy: `http://127.0.0.1:${proxy.port}` };
      return (await http.send({ url, connection })).ok;
    },
  ],
  [
    'a request with a certificate',
    async (http, url) =>
      (await http.send({ url, connection: { certificate: certificateFor(url) } })).ok,
  ],
];

describe.each(kinds)('%s', (kind, reach) => {
  test('opens no connection to any of the hostile addresses', async () => {
    for (const [why, url] of hostileAddresses) {
      expect([why, await requests.run(true, () => reach(guarded, url)), begun]).toEqual([
        why,
        false,
        0,
      ]);
    }
  });

  test('follows no redirect to them', async () => {
    for (const [why, url] of redirects) {
      begun = 0;
      seen.length = 0;
      const isReached = await requests.run(true, () => reach(guarded, to(302, url)));
      // To the host that redirects, or to the proxy.
      expect([why, isReached, seen.length, begun]).toEqual([why, false, 1, 1]);
    }
    if (kind.includes('proxy')) expect(proxy.asked).toHaveLength(redirects.length);
  });

  test('connects to the address that was checked, when the name leads elsewhere the next moment', async () => {
    const dns = await openDnsServer(['93.184.216.34', '127.0.0.1']);
    const allowedHosts = [`127.0.0.1:${proxy.port}`];
    const http = createHttp({ allowedHosts, resolve: dns.resolve });
    seen.length = 0;
    proxy.status = 403;
    const connected: string[] = [];
    const note = (message: unknown): void => {
      const { socket } = message as { socket: Socket }; // Documented by Node.
      socket.on('lookup', (_error, address) => {
        connected.push(address);
        // Its target is known, so it need not leave this machine.
        socket.destroy();
      });
    };
    subscribe('net.client.socket', note);
    const url = `http://rebinding.example.com:${port}/hello`;
    await reach(http, url);
    expect(dns.asked()).toBe(1);
    await reach(http, url);
    unsubscribe('net.client.socket', note);
    dns.close();
    expect(seen).toEqual([]);
    const isProxied = kind.includes('proxy');
    expect(connected).toEqual(isProxied ? [] : ['93.184.216.34']);
    if (isProxied) expect(proxy.asked).toMatchObject([{ target: `93.184.216.34:${port}` }]);
  });
});

test('a proxy that is at a private address itself, or at none, is not used', async () => {
  const proxies = [...hostileAddresses.map(([, url]) => url), 'no address'];
  for (const url of proxies) {
    const response = await requests.run(true, () =>
      guarded.send({ url: at('/hello'), connection: { proxy: url } }),
    );
    expect([url, response, begun]).toMatchObject([url, { ok: false }, 0]);
  }
});

/** A DNS server on the loopback whose answers change, and the number of its queries. */
interface DnsServer {
  readonly asked: () => number;
  /** Looks up the IPv4 addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  close(): void;
}

/** Opens a DNS server (RFC 1035) that answers each query with the next of these addresses, later ones with the last address. */
async function openDnsServer(addresses: readonly string[]): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const [id, rest] = [question.subarray(0, 2), question.subarray(12)];
    const name = rest.subarray(0, rest.indexOf(0) + 5);
    const found = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    // A pointer to the name in the question, type A, class IN, time to live 0, four bytes.
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
