import { describe, expect, test } from '@jest/globals';
import { startTestApp } from '../support/app.js';
import { useNameServer } from '../support/nameServer.js';
import { bodyOf, transportNames, openTransport, refusalOf } from '../support/transports.js';
import { textAt } from '../support/parts.js';
import { makeWorkspace, useApp } from '../support/useApp.js';

const { zones, dns } = useNameServer();
const app = useApp({ PUBLIC_URL: 'https://parley.example.com' }, { dns });
zones.set('parley.example.com', { A: ['192.0.2.1'] });

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('a domain is added in lower case, waits to be looked up, and is listed by name', async () => {
    const workspaceId = await makeWorkspace(transport);
    const sent = `Chat-${name}.example.com`;
    const { customDomain } = await bodyOf(transport.addDomain({ workspaceId, name: sent }));
    expect(customDomain).toEqual({
      id: expect.stringMatching(/^dom_/),
      name: sent.toLowerCase(),
      status: 'PENDING',
      workspaceId,
      createdAt: expect.stringMatching(/Z$/),
      checkedAt: null,
      ...{ heldSince: null, unprovenSince: null, lostAt: null },
      records: [
        {
          type: 'TXT',
          name: `_parley-challenge.${sent.toLowerCase()}`,
          value: expect.stringMatching(/^[\w-]{43}$/),
        },
        { type: 'CNAME', name: sent.toLowerCase(), value: 'parley.example.com' },
      ],
    });
    await bodyOf(transport.addDomain({ workspaceId, name: `a-${name}.example.com` }));
    const { customDomains } = await bodyOf(transport.listDomains({ workspaceId }));
    expect(customDomains.map((domain) => domain.name)).toEqual([
      `a-${name}.example.com`.toLowerCase(),
      sent.toLowerCase(),
    ]);
  });

  test('a domain that the workspace already lists is refused, and one that another workspace lists is not', async () => {
    const sent = { workspaceId: await makeWorkspace(transport), name: `twice-${name}.example.com` };
    const first = await bodyOf(transport.addDomain(sent));
    const refused = transport.addDomain(sent);
    expect(await refusalOf(refused)).toMatchObject({ code: 'CONFLICT', reason: 'DOMAIN_EXISTS' });
    const other = { ...sent, workspaceId: await makeWorkspace(transport) };
    const second = await bodyOf(transport.addDomain(other));
    expect(textAt(second, 'customDomain.records.0.value')).not.toBe(
      textAt(first, 'customDomain.records.0.value'),
    );
  });

  test.each([
    ['without a dot', 'localhost'],
    ['with a path', 'chat.example.com/bot'],
    ['with a scheme', 'https://chat.example.com'],
    ['that is empty', ''],
    ['with a space', 'chat .example.com'],
    ['for all names below one', '*.example.com'],
    ['with a port', 'chat.example.com:443'],
    ['with a dot at its end', 'chat.example.com.'],
    ['that is not spelt in ASCII', 'чат.example.com'],
    ['that is the host of the server', 'parley.example.com'],
    ['that is the host of the server in capitals', 'PARLEY.example.com'],
    ['below the host of the server', 'a.chat.parley.example.com'],
  ])('a domain %s is refused', async (_case, sent) => {
    const workspaceId = await makeWorkspace(transport);
    const { code, issues } = await refusalOf(transport.addDomain({ workspaceId, name: sent }));
    expect([code, issues?.[0]?.path]).toEqual(['BAD_REQUEST', ['name']]);
  });

  test('a domain is verified by its DNS records, and the finding is stored', async () => {
    const workspaceId = await makeWorkspace(transport);
    const found = {
      'here.example.com': ['192.0.2.1', 'VALID'],
      'elsewhere.example.com': ['192.0.2.2', 'INVALID'],
      'nowhere.example.com': [undefined, 'NOT_FOUND'],
      'unproven.example.com': ['192.0.2.1', 'PENDING'],
    } as const;
    for (const [domain, [address, status]] of Object.entries(found)) {
      const sent = { workspaceId, name: domain };
      const { customDomain: added } = await bodyOf(transport.addDomain(sent));
      const [TXT] = [textAt(added, 'records.0.value')];
      const isProven = status !== 'PENDING';
      if (isProven) zones.set(`_parley-challenge.${domain}`, { TXT: ['of another', TXT] });
      if (address) zones.set(domain, { A: [address] });
      const checked = await bodyOf(transport.checkDomain(sent));
      expect(checked).toMatchObject({
        status,
        customDomain: { name: domain, status: 'PENDING', checkedAt: null, heldSince: null },
        records: added['records'],
      });
      const verified = await bodyOf(transport.verifyDomain(sent));
      const date = expect.stringMatching(/Z$/);
      const heldSince = isProven ? date : null;
      expect(verified).toMatchObject({
        status,
        customDomain: { name: domain, status, checkedAt: date, heldSince, unprovenSince: null },
        records: added['records'],
      });
    }
    const { customDomains } = await bodyOf(transport.listDomains({ workspaceId }));
    expect(customDomains.map(({ status }) => status)).toEqual([
      ...['INVALID', 'VALID', 'NOT_FOUND', 'PENDING'],
    ]);
    for (const { name: domain } of customDomains) {
      await bodyOf(transport.removeDomain({ workspaceId, name: domain }));
    }
    expect((await bodyOf(transport.listDomains({ workspaceId }))).customDomains).toEqual([]);
  });

  test('a domain of another workspace can neither be verified nor removed', async () => {
    const sent = `theirs-${name}.example.com`;
    await bodyOf(transport.addDomain({ workspaceId: await makeWorkspace(transport), name: sent }));
    const mine = { workspaceId: await makeWorkspace(transport), name: sent };
    for (const refused of [
      transport.checkDomain(mine),
      transport.verifyDomain(mine),
      transport.removeDomain(mine),
    ]) {
      expect((await refusalOf(refused)).reason).toBe('DOMAIN_NOT_FOUND');
    }
  });
});

test.each([
  ['with look-ups switched off', { PUBLIC_URL: 'https://parley.example.com', DOMAIN_CHECK: 'off' }],
  ['on a server that does not know its own host', {}],
])('nothing is said of a domain %s', async (_case, settings) => {
  const other = await startTestApp(settings);
  try {
    const transport = openTransport('REST', () => other.url);
    const workspaceId = await makeWorkspace(transport);
    const sent = { workspaceId, name: 'here.example.com' };
    await bodyOf(transport.addDomain(sent));
    expect((await bodyOf(transport.verifyDomain(sent))).status).toBe('UNKNOWN');
  } finally {
    await other.close();
  }
});
