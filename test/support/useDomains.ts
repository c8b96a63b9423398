import { beforeEach } from '@jest/globals';
import { botOf, parrot } from './botOf.js';
import { useNameServer } from './nameServer.js';
import { textAt } from './parts.js';
import { sendRaw } from './rawSocket.js';
import { rowsOf } from './rows.js';
import { bodyOf, queryGraphql } from './transports.js';
import { makeWorkspace, publishIn, restOf, useApp } from './useApp.js';

/** The public address of the server of `useDomains`. */
export const PUBLIC_URL = 'https://parley.example.com';

interface InWorkspace {
  readonly workspaceId: string;
}

/** A server with a name server, and a new domain for each test, whose address is already that of the server. */
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
    /** How often the proofs of the domain were looked up. */
    asked: () => asked.get(domain.challenge) ?? 0,
    /** Makes a workspace that lists the domain; returns it with the value of its proof. */
    claim,
    /** Sets the proofs in the DNS. */
    write,
    verify,
    /** Makes a workspace that holds the domain. */
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
    /** Publishes a bot with this custom domain; returns its public id. */
    async botAt({ workspaceId }: InWorkspace, customDomain: string) {
      return (await publishIn(rest, workspaceId, botOf(parrot, { customDomain }))).publicId;
    },
    /** The public id of the bot whose page the domain shows. */
    async shown(path = '/') {
      const headers = { host: domain.name, accept: 'text/html' };
      const { text } = await sendRaw(app().url, path, { headers });
      return /<parley-chat bot="([^"]*)"/.exec(text)?.[1];
    },
    /** Makes a webhook for the events of domains. */
    async listen({ workspaceId }: InWorkspace) {
      const eventTypes = ['DOMAIN_LOST', 'DOMAIN_UNPROVEN'];
      const input = { workspaceId, url: 'https://hooks.example.com/', eventTypes };
      const query = `mutation ($input: CreateWebhookInput!) {
        createWebhook(input: $input) { webhook { id } } }`;
      await queryGraphql(app().url, { query, variables: { input } });
    },
    /** The events for the webhooks of a workspace. */
    told: async ({ workspaceId }: InWorkspace) =>
      rowsOf(
        app().databaseUrl,
        `select event_type as type, data from webhook_delivery
          where webhook_id in (select id from webhook where workspace_id = $1) order by position`,
        [workspaceId],
      ),
    /** Makes the daily look-up due now. */
    lookAgain: async () =>
      rowsOf(app().databaseUrl, 'update custom_domain set check_due_at = now() where name = $1', [
        domain.name,
      ]),
  };
}
