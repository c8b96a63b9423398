import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { createClientAddressOf, type TrustedProxies } from '../../src/http/clientAddress.js';
import { standIn } from '../support/standIn.js';

/** A request from an address, with the headers of proxies. */
function requestFrom(
  from: string | undefined,
  forwardedFor?: string,
): Pick<IncomingMessage, 'headers' | 'socket'> {
  const headers = { ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }) };
  return standIn({ socket: { remoteAddress: from }, headers });
}

function clientOf(
  trusted: TrustedProxies,
  from: string | undefined,
  forwardedFor?: string,
): string {
  return createClientAddressOf(trusted, () => undefined)(requestFrom(from, forwardedFor));
}

describe('the client address of a request', () => {
  test('is that of its connection, whatever the headers say, while no proxy is trusted', () => {
    expect(clientOf([], '192.0.2.1')).toBe('192.0.2.1');
    expect(clientOf([], '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
    expect(clientOf(0, '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
  });

  test('is what the trusted number of proxies wrote, and not what the client wrote before them', () => {
    const invented = '203.0.113.9, 198.51.100.7, 10.0.0.2';
    expect(clientOf(1, '10.0.0.1', '203.0.113.9, 198.51.100.7')).toBe('198.51.100.7');
    expect(clientOf(2, '10.0.0.1', invented)).toBe('198.51.100.7');
    expect(clientOf(1, '198.51.100.7')).toBe('198.51.100.7');
  });

  test('is the first address that is not a trusted proxy, however many there are', () => {
    const trusted = ['10.0.0.0/8', 'fd00::/8'];
    expect(clientOf(trusted, '10.0.0.1', '203.0.113.9, 198.51.100.7, fd00::2')).toBe(
      '198.51.100.7',
    );
    expect(clientOf(trusted, '::ffff:10.0.0.1', '198.51.100.7')).toBe('198.51.100.7');
    expect(clientOf(trusted, '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1');
    expect(clientOf(trusted, '10.0.0.1', '10.0.0.3')).toBe('10.0.0.3');
  });

  test('is the nearest valid address if something else was sent in its place', () => {
    for (const sent of [
      'unknown',
      '',
      ' ,,',
      '_hidden',
      '300.1.1.1',
      '300.1.1.1:80',
      '[7]:1',
      '7',
    ]) {
      expect(clientOf(1, '10.0.0.1', sent)).toBe('10.0.0.1');
      expect(clientOf(['10.0.0.1'], '10.0.0.1', sent)).toBe('10.0.0.1');
    }
  });

  test('is the same if a proxy wrote the port beside it', () => {
    for (const [sent, client] of [
      ['198.51.100.7:5678', '198.51.100.7'],
      ['203.0.113.9, 198.51.100.7:5678,10.0.0.2:80', '198.51.100.7'],
      ['[2001:db8:0:1::5]:443', '2001:db8:0:1::/64'],
      ['[2001:db8:0:1::5]', '2001:db8:0:1::/64'],
      ['[::ffff:198.51.100.7]:443', '198.51.100.7'],
    ] as const) {
      expect([sent, clientOf(['10.0.0.0/8'], '10.0.0.1', sent)]).toEqual([sent, client]);
    }
  });

  test('is logged as uncertain, once, if an unknown proxy sends the header', () => {
    const said: string[] = [];
    const ask = (trusted: TrustedProxies, forwardedFor?: string) => {
      const addressOf = createClientAddressOf(trusted, (sentence) => said.push(sentence));
      addressOf(requestFrom('192.0.2.1', forwardedFor));
      addressOf(requestFrom('192.0.2.1', forwardedFor));
    };
    ask([]);
    ask(0, '198.51.100.7');
    ask(1, '198.51.100.7');
    expect(said).toEqual([]);
    ask([], '198.51.100.7');
    expect(said).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
  });

  test('is one network for all IPv6 addresses of one client', () => {
    expect(clientOf([], '2001:db8:0:1::5')).toBe('2001:db8:0:1::/64');
    expect(clientOf([], '2001:0DB8:0:1:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1::/64');
    expect(clientOf([], '2001:db8:0:2::5')).toBe('2001:db8:0:2::/64');
    expect(clientOf([], 'fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(clientOf([], '::1')).toBe('0:0:0:0::/64');
  });

  test('is the IPv4 address if a server listens on both kinds', () => {
    expect(clientOf([], '::ffff:192.0.2.1')).toBe('192.0.2.1');
  });

  test('is unknown after the connection is closed', () => {
    expect(clientOf([], undefined)).toBe('unknown');
    expect(clientOf(1, undefined)).toBe('unknown');
  });
});
