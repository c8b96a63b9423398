import { beforeEach } from '@jest/globals';
import { botOf, parrot } from './botOf.js';
import { useNameServer } from './nameServer.js';
import { textAt } from './parts.js';
import { sendRaw } from './rawSocket.js';
import { rowsOf } from './rows.js';
import { bodyOf, queryGraphql } from './transports.js';
import { makeWorkspace, restOf, useApp } from './useApp.js';

/** Where the server of `useDomains` is. */
export const PUBLIC_URL = 'https://parley.example.com';

interface InWorkspace {
  readonly workspaceId: string;
}

/** A server with a name server, and for each test a new domain, which leads to it from the beginning. */
export function useDomains() {
  const { zones, dns, asked } = useNameServer();
  const app = useApp({ PUBLIC_URL }, { dns, timeouts: { workEvery: 20 } });
  const rest = restOf(app);
  const domain = { count: 0, name: '', challenge: '' };
  beforeEach(() => {
    domain.count += 1;
    domain.name = `chat-${domain.count}.example.com`;
    domain.challenge = `_parley-challenge.${domain.name}`;
    for (const host of [domain.name, 'parley.example.com']) zones.set(host, { A: ['192.0.2.1'] });
  });
  const claim = async () => {
    const workspaceId = await makeWorkspace(rest);
    const { customDomain } = await bodyOf(rest.addDomain({ workspaceId, name: domain.name }));
    return { workspaceId, value: textAt(customDomain, 'records.0.value') };
  };
  const write = (...TXT: string[]) => void zones.set(domain.challenge, { TXT });
  const verify = async ({ workspaceId }: InWorkspace) =>
    (await bodyOf(rest.verifyDomain({ workspaceId, name: domain.name }))).customDomain;
  return {
    ...{ app, rest, zones, dns, domain },
    /** How often the name server was asked for its proofs. */
    asked: () => asked.get(domain.challenge) ?? 0,
    /** A workspace that lists the domain, and the value it proves it by. */
    claim,
    /** The proofs in the DNS. */
    write,
    verify,
    /** A workspace that holds the domain. */
    async hold() {
      const made = await claim();
      write(made.value);
      const { heldSince } = await verify(made);
      if (typeof heldSince !== 'string') throw new Error('The domain is not held');
      return made;
    },
    /** The domain as its workspace sees it. */
    listed: async ({ workspaceId }: InWorkspace) =>
      (await bodyOf(rest.listDomains({ workspaceId }))).customDomains[0],
    /** A published bot at an address. */
    async botAt({ workspaceId }: InWorkspace, customDomain: string) {
      const bot = botOf(parrot, { customDomain });
      const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
      return (await bodyOf(rest.publishBot({ botId: made.id }))).publicId;
    },
    /** The bot whose page is at the domain. */
    async shown(path = '/') {
      const headers = { host: domain.name, accept: 'text/html' };
      const { text } = await sendRaw(app().url, path, { headers });
      return /<parley-chat bot="([^"]*)"/.exec(text)?.[1];
    },
    /** Makes a webhook for events of domains. */
    async listen({ workspaceId }: InWorkspace) {
      const eventTypes = ['DOMAIN_LOST', 'DOMAIN_UNPROVEN'];
      const input = { workspaceId, url: 'https://hooks.example.com/', eventTypes };
      const query = `mutation ($input: CreateWebhookInput!) {
        createWebhook(input: $input) { webhook { id } } }`;
      await queryGraphql(app().url, { query, variables: { input } });
    },
    /** What webhooks of a workspace are sent. */
    told: async ({ workspaceId }: InWorkspace) =>
      rowsOf(
        app().databaseUrl,
        `select event_type as type, data from webhook_delivery
          where webhook_id in (select id from webhook where workspace_id = $1) order by position`,
        [workspaceId],
      ),
    /** The daily look-up, now. */
    lookAgain: async () =>
      rowsOf(app().databaseUrl, 'update custom_domain set check_due_at = now() where name = $1', [
        domain.name,
      ]),
  };
}
