import { describe, expect, test } from '@jest/globals';
import { startTestApp } from '../support/app.js';
import { bodyOf, transportNames, openTransport, refusalOf } from '../support/transports.js';
import { makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp({ PUBLIC_URL: 'https://parley.example.com' });

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
    });
    await bodyOf(transport.addDomain({ workspaceId, name: `a-${name}.example.com` }));
    const { customDomains } = await bodyOf(transport.listDomains({ workspaceId }));
    expect(customDomains.map((domain) => domain.name)).toEqual([
      `a-${name}.example.com`.toLowerCase(),
      sent.toLowerCase(),
    ]);
  });

  test('a domain that any workspace has is refused', async () => {
    const sent = `taken-${name}.example.com`;
    await bodyOf(transport.addDomain({ workspaceId: await makeWorkspace(transport), name: sent }));
    const refused = transport.addDomain({
      workspaceId: await makeWorkspace(transport),
      name: sent,
    });
    expect(await refusalOf(refused)).toMatchObject({ code: 'CONFLICT', reason: 'DOMAIN_EXISTS' });
  });

  test.each([
    ['without a dot', 'localhost'],
    ['with a path', 'chat.example.com/bot'],
    ['with a scheme', 'https://chat.example.com'],
    ['that is empty', ''],
    ['with a space', 'chat .example.com'],
  ])('a domain %s is refused', async (_case, sent) => {
    const workspaceId = await makeWorkspace(transport);
    const { code, issues } = await refusalOf(transport.addDomain({ workspaceId, name: sent }));
    expect([code, issues?.[0]?.path]).toEqual(['BAD_REQUEST', ['name']]);
  });

  test('a domain is verified by its DNS records, and the finding is stored', async () => {
    const workspaceId = await makeWorkspace(transport);
    const found = {
      'here.example.com': 'VALID',
      'elsewhere.example.com': 'INVALID',
      'nowhere.example.com': 'NOT_FOUND',
    };
    for (const [domain, status] of Object.entries(found)) {
      await bodyOf(transport.addDomain({ workspaceId, name: domain }));
      const sent = { workspaceId, name: domain };
      const checked = await bodyOf(transport.checkDomain(sent));
      expect(checked).toMatchObject({
        status,
        customDomain: { name: domain, status: 'PENDING', checkedAt: null },
      });
      const verified = await bodyOf(transport.verifyDomain(sent));
      expect(checked.records).toEqual(verified.records);
      expect(verified).toMatchObject({
        status,
        customDomain: { name: domain, status, checkedAt: expect.stringMatching(/Z$/) },
        records: [{ type: 'CNAME', name: domain, value: 'parley.example.com' }],
      });
    }
    const { customDomains } = await bodyOf(transport.listDomains({ workspaceId }));
    expect(customDomains.map(({ status }) => status)).toEqual(['INVALID', 'VALID', 'NOT_FOUND']);
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
