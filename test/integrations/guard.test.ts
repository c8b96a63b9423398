import { describe, expect, test } from '@jest/globals';
import { createGuard } from '../../src/integrations/guard.js';
import type { Destination } from '../../src/integrations/guard.js';

const NAMES: Record<string, string[]> = {
  'example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'half-private.com': ['93.184.216.34', '10.0.0.7'],
  'private-six.com': ['2606:2800:220:1::1', 'fd12::1'],
  'loop.example.com': ['127.0.0.1'],
  'mapped.example.com': ['::ffff:192.168.1.1'],
  'linklocal.example.com': ['fe80::1%eth0'],
  'nat64.example.com': ['64:ff9b::808:808'],
  'strange.example.com': ['not-an-address'],
  'octal.example.com': ['::ffff:0177.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'db.lan': ['10.0.0.5'],
  localhost: ['127.0.0.1', '::1'],
};

function check(url: string, allowed: string[] = []): Promise<Destination> {
  const guard = createGuard(allowed, async (host) => {
    const found = NAMES[host];
    if (!found) throw new Error(`${host} is unknown`);
    return found;
  });
  return guard(new URL(url));
}

const REFUSED: [why: string, url: string][] = [
  ['loopback', 'http://127.0.0.1/'],
  ['loopback beyond the first', 'http://127.8.8.8/'],
  ['loopback as an integer', 'http://2130706433/'],
  ['loopback in hexadecimal', 'http://0x7f000001/'],
  ['loopback in octal', 'http://017700000001/'],
  ['loopback in mixed notations', 'http://0x7f.0.0.1/'],
  ['loopback in dotted octal', 'http://0177.0.0.01/'],
  ['loopback with parts left out', 'http://127.1/'],
  ['loopback in wide digits', 'http://１２７.0.0.1/'],
  ['loopback in circled digits', 'http://①②⑦.⓪.⓪.①/'],
  ['loopback with ideographic dots', 'http://127。0。0。1/'],
  ['loopback with a trailing dot', 'http://127.0.0.1./'],
  ['loopback percent-encoded', 'http://%31%32%37.0.0.1/'],
  ['loopback with a port', 'http://127.0.0.1:5432/'],
  ['an address left empty', 'http://0/'],
  ['the unspecified address', 'http://0.0.0.0/'],
  ['this network', 'http://0.1.2.3/'],
  ['ten', 'http://10.0.0.1/'],
  ['ten as an integer', 'http://167772161/'],
  ['the last of ten', 'http://10.255.255.255/'],
  ['the first of 172.16', 'http://172.16.0.1/'],
  ['the last of 172.16', 'http://172.31.255.255/'],
  ['192.168', 'http://192.168.0.1/'],
  ['carrier-grade NAT', 'http://100.64.0.1/'],
  ['the end of carrier-grade NAT', 'http://100.127.255.254/'],
  ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['cloud metadata in hexadecimal', 'http://0xa9fea9fe/'],
  ['cloud metadata in octal', 'http://0251.0376.0251.0376/'],
  ['link-local', 'http://169.254.1.1/'],
  ['metadata of another cloud', 'http://100.100.100.200/'],
  ['the wire server of a cloud', 'http://168.63.129.16/'],
  ['protocol assignments', 'http://192.0.0.1/'],
  ['documentation 1', 'http://192.0.2.1/'],
  ['documentation 2', 'http://198.51.100.1/'],
  ['documentation 3', 'http://203.0.113.1/'],
  ['6to4 relays', 'http://192.88.99.1/'],
  ['benchmarks', 'http://198.18.0.1/'],
  ['the end of benchmarks', 'http://198.19.255.255/'],
  ['multicast', 'http://224.0.0.1/'],
  ['the end of multicast', 'http://239.255.255.255/'],
  ['reserved', 'http://240.0.0.1/'],
  ['broadcast', 'http://255.255.255.255/'],
  ['IPv6 unspecified', 'http://[::]/'],
  ['IPv6 loopback', 'http://[::1]/'],
  ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]/'],
  ['IPv6 link-local', 'http://[fe80::1]/'],
  ['the end of IPv6 link-local', 'http://[febf::1]/'],
  ['IPv6 site-local', 'http://[fec0::1]/'],
  ['IPv6 unique local', 'http://[fc00::1]/'],
  ['IPv6 unique local, other half', 'http://[fdff::1]/'],
  ['IPv6 metadata', 'http://[fd00:ec2::254]/'],
  ['IPv6 multicast', 'http://[ff02::1]/'],
  ['IPv6 documentation', 'http://[2001:db8::1]/'],
  ['IPv6 newer documentation', 'http://[3fff::1]/'],
  ['IPv6 discard', 'http://[100::1]/'],
  ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
  ['mapped loopback in hexadecimal', 'http://[::ffff:7f00:1]/'],
  ['mapped metadata', 'http://[::ffff:169.254.169.254]/'],
  ['compatible loopback', 'http://[::127.0.0.1]/'],
  ['translated IPv4', 'http://[::ffff:0:7f00:1]/'],
  ['NAT64 of ten', 'http://[64:ff9b::a00:1]/'],
  ['NAT64 of metadata', 'http://[64:ff9b::169.254.169.254]/'],
  ['local NAT64', 'http://[64:ff9b:1::808:808]/'],
  ['6to4 of loopback', 'http://[2002:7f00:1::]/'],
  ['6to4 of 192.168', 'http://[2002:c0a8:101::1]/'],
  ['Teredo', 'http://[2001:0:53aa:64c::1]/'],
  ['localhost', 'http://localhost/'],
  ['localhost in capitals', 'http://LOCALHOST/'],
  ['localhost with a trailing dot', 'http://localhost./'],
  ['a name under localhost', 'http://app.localhost/'],
  ['localdomain', 'http://localhost.localdomain/'],
  ['a .local name', 'http://printer.local/'],
  ['an internal name', 'http://db.prod.internal/'],
  ['the metadata name of a cloud', 'http://metadata.google.internal/computeMetadata/v1/'],
  ['the same with a trailing dot', 'http://metadata.google.internal./'],
  ['a short metadata name', 'http://metadata/'],
  ['another metadata name', 'http://metadata.tencentyun.com/'],
  ['a name that leads to loopback', 'https://loop.example.com/'],
  ['a name with one private address among its own', 'https://half-private.com/'],
  ['a name with a private IPv6 address', 'https://private-six.com/'],
  ['a name that leads to a mapped address', 'https://mapped.example.com/'],
  ['a name that leads to a scoped link-local address', 'https://linklocal.example.com/'],
  ['a name whose address cannot be read', 'https://strange.example.com/'],
  ['a name that leads to a mapped address in octal', 'https://octal.example.com/'],
  ['a mail port', 'http://example.com:25/'],
  ['a mail submission port', 'https://example.com:587/'],
  ['a file', 'file:///etc/passwd'],
  ['ftp', 'ftp://example.com/'],
  ['gopher', 'gopher://example.com/'],
  ['data', 'data:text/plain,hi'],
  ['javascript', 'javascript:alert(1)'],
  ['a web socket', 'ws://example.com/'],
];

describe('refuses to request', () => {
  test.each(REFUSED)('%s: %s', async (_why, url) => {
    expect(await check(url)).toMatchObject({ ok: false, code: 'blocked' });
  });

  test('an address with credentials in it', async () => {
    expect(await check('https://ada:secret@example.com/')).toMatchObject({ code: 'badRequest' });
  });

  test('a host behind credentials that look like a host', async () => {
    expect(await check('https://example.com@127.0.0.1/')).toMatchObject({ code: 'badRequest' });
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
