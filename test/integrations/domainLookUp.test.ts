import { beforeEach, expect, test } from '@jest/globals';
import { createDomainLookUp } from '../../src/integrations/domainLookUp.js';
import { promptOf } from '../../src/integrations/models/completeChat.js';
import { readUrl } from '../../src/schema/webUrl.js';
import { useNameServer, type Zone } from '../support/nameServer.js';

const HOST = 'parley.example.com';
const URL_OF_HOST = `https://${HOST}:8443/base`;
const DOMAIN = 'chat.example.com';
const CHALLENGE = `_parley-challenge.${DOMAIN}`;

const { zones, dns } = useNameServer();
const lookUp = createDomainLookUp(URL_OF_HOST, dns);

beforeEach(() => {
  zones.clear();
  zones.set(HOST, { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] });
  zones.set('other.example.com', {});
});

test.each<[string, Zone | undefined, string]>([
  ['another name of our host leads here', { CNAME: HOST }, 'VALID'],
  ['in any case', { CNAME: 'Parley.Example.COM' }, 'VALID'],
  ['an address of ours leads here', { AAAA: ['2001:db8::1'] }, 'VALID'],
  ['another address leads elsewhere', { A: ['192.0.2.9'] }, 'INVALID'],
  ['another name leads elsewhere', { CNAME: 'other.example.com' }, 'INVALID'],
  ['nothing leads nowhere', undefined, 'NOT_FOUND'],
  ['a name of our own network looks like nothing', { A: ['10.1.2.3'] }, 'NOT_FOUND'],
  ['so do several', { A: ['192.168.0.7'], AAAA: ['fd00::1'] }, 'NOT_FOUND'],
])('%s', async (_words, zone, leads) => {
  if (zone) zones.set(DOMAIN, zone);
  expect(await lookUp(DOMAIN)).toEqual({ leads, proofs: [], isOwn: false });
});

test('the texts below a domain are its proofs, those of many parts whole', async () => {
  const TXT = ['one', 'x'.repeat(600), ''];
  zones.set(CHALLENGE, { TXT });
  const { proofs } = await lookUp(DOMAIN);
  expect(new Set(proofs)).toEqual(new Set(TXT));
});

test('proofs may be at an alias (CNAME)', async () => {
  zones.set(CHALLENGE, { CNAME: 'proofs.example.org' });
  zones.set('proofs.example.org', { TXT: ['one'] });
  expect((await lookUp(DOMAIN)).proofs).toEqual(['one']);
});

test.each(['fails', 'silent'] as const)(
  'a DNS that %s says nothing of a proof, nor of where a domain leads',
  async (trouble) => {
    for (const name of [DOMAIN, CHALLENGE]) zones.set(name, trouble);
    expect(await lookUp(DOMAIN)).toEqual({ leads: 'UNKNOWN', proofs: undefined, isOwn: false });
  },
);

test('a name that exists without a text has no proof', async () => {
  zones.set(CHALLENGE, {});
  expect((await lookUp(DOMAIN)).proofs).toEqual([]);
});

test.each([HOST, `chat.${HOST}`, `a.b.${HOST}`])(
  'the host of the server and those below it are nobody’s: %s',
  async (name) => {
    zones.set(`_parley-challenge.${name}`, { TXT: ['one'] });
    const own = { leads: 'INVALID', proofs: undefined, isOwn: true };
    expect(await lookUp(name)).toEqual(own);
  },
);

test('a host beside that of the server can be somebody’s', async () => {
  for (const name of [`not${HOST}`, 'example.com']) {
    expect((await lookUp(name)).isOwn).toBe(false);
  }
});

test('the result is unknown if our host has no address, look-ups are off, or no host is known', async () => {
  zones.set(DOMAIN, { A: ['192.0.2.1'] });
  zones.delete(HOST);
  expect((await lookUp(DOMAIN)).leads).toBe('UNKNOWN');
  const nothing = { leads: 'UNKNOWN', proofs: undefined, isOwn: false };
  expect(await createDomainLookUp(URL_OF_HOST)(DOMAIN)).toEqual(nothing);
  expect(await createDomainLookUp(undefined, dns)(DOMAIN)).toEqual(nothing);
});

/** Converting such a host to ASCII takes seconds, which grow with the square of its length. */
const host = `a${'\u0301'.repeat(1_500)}${'\u0316'.repeat(1_500)}.com`;

test('a picture of a visitor whose host does not resolve is sent as the text of its address', () => {
  const content = `https://${host}/a.png https://example.com/b.png`;
  const [message] = promptOf([{ role: 'user', content }], true);
  expect(message?.content).toEqual([
    { type: 'text', text: content },
    { type: 'file', mediaType: 'image/*', data: new URL('https://example.com/b.png') },
  ]);
});

test('a text that is too long for an address is not parsed as one', () => {
  expect([readUrl('https://example.com')?.host, readUrl(`https://${host}`)]).toEqual([
    'example.com',
    undefined,
  ]);
});
