import { describe, expect, test } from '@jest/globals';
import { createGuard } from '../../src/integrations/guard.js';
import type { Destination } from '../../src/integrations/guard.js';
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
