import { expect, test } from '@jest/globals';
import { createDomainLookUp, type Dns } from '../../src/integrations/domainLookUp.js';

const HOST = 'parley.example.com';
const URL_OF_HOST = `https://${HOST}:8443/base`;

/** A DNS in which each name has what is listed; any other name is an error, as in the real one. */
function dnsOf(names: Record<string, { cnames?: string[]; addresses?: string[] }>): Dns {
  const get = async (host: string, kind: 'cnames' | 'addresses') =>
    names[host]?.[kind] ?? Promise.reject(new Error('ENOTFOUND'));
  return {
    cnames: (host) => get(host, 'cnames'),
    addresses: (host) => get(host, 'addresses'),
  };
}

const ours = { [HOST]: { addresses: ['192.0.2.1', '2001:db8::1'] } };

test.each([
  ['another name of our host leads here', { cnames: [`${HOST}.`] }, 'VALID'],
  ['in any case', { cnames: ['Parley.Example.COM'] }, 'VALID'],
  ['an address of ours leads here', { addresses: ['2001:db8::1'] }, 'VALID'],
  ['another address leads elsewhere', { addresses: ['192.0.2.9'] }, 'INVALID'],
  ['another name leads elsewhere', { cnames: ['other.example.com'] }, 'INVALID'],
  ['nothing leads nowhere', {}, 'NOT_FOUND'],
  ['a name of our own network looks like nothing', { addresses: ['10.1.2.3'] }, 'NOT_FOUND'],
  [
    'also where it is another name of such a one',
    { cnames: ['db.internal'], addresses: ['fd00::1', '192.168.0.7'] },
    'NOT_FOUND',
  ],
])('%s', async (_words, entry, status) => {
  const lookUp = createDomainLookUp(URL_OF_HOST, dnsOf({ ...ours, 'chat.example.com': entry }));
  expect(await lookUp('chat.example.com')).toEqual({
    status,
    records: [{ type: 'CNAME', name: 'chat.example.com', value: HOST }],
  });
});

test('the own host of the server is valid', async () => {
  expect((await createDomainLookUp(URL_OF_HOST, dnsOf({}))(HOST)).status).toBe('VALID');
});

test('the status is unknown if our host has no address, look-ups are off, or no host is known', async () => {
  const dns = dnsOf({ 'chat.example.com': { addresses: ['192.0.2.1'] } });
  expect((await createDomainLookUp(URL_OF_HOST, dns)('chat.example.com')).status).toBe('UNKNOWN');
  expect((await createDomainLookUp(URL_OF_HOST)('chat.example.com')).status).toBe('UNKNOWN');
  expect(await createDomainLookUp(undefined, dns)('chat.example.com')).toEqual({
    status: 'UNKNOWN',
    records: [],
  });
});
