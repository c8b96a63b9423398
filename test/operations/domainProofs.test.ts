import { describe, expect, test } from '@jest/globals';
import { startTestApp } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { textAt } from '../support/parts.js';
import { bodyOf, refusalOf } from '../support/transports.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import { PUBLIC_URL, useDomains } from '../support/useDomains.js';

const { rest, zones, dns, domain, claim, write, verify, hold, botAt, shown } = useDomains();

describe('a domain that leads to the server', () => {
  test('is of nobody who only adds and verifies it: neither a page nor the origin of a bot is there', async () => {
    const stranger = await claim();
    await botAt(stranger, domain.name);
    expect(await verify(stranger)).toMatchObject({ status: 'PENDING', heldSince: null });
    expect(await shown()).toBe(undefined);
    const { publicId } = await bodyOf(
      rest.publishBot({
        botId: (
          await bodyOf(
            rest.createBot({
              workspaceId: stranger.workspaceId,
              bot: botOf(parrot, {
                settings: { security: { allowedOrigins: ['https://a.example.org'] } },
              }),
            }),
          )
        ).bot.id,
      }),
    );
    const started = rest.startChat({ publicId }, { token: null, origin: `https://${domain.name}` });
    expect((await refusalOf(started)).reason).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('is of its owner, whoever claimed it and put a bot there before', async () => {
    const stranger = await claim();
    await botAt(stranger, domain.name);
    await verify(stranger);
    const owner = await hold();
    const publicId = await botAt(owner, domain.name);
    expect(await shown()).toBe(publicId);
    // And stays so, whatever the stranger tries.
    expect(await verify(stranger)).toMatchObject({ status: 'PENDING', heldSince: null });
    for (const address of [domain.name, `${domain.name}/more`]) {
      const bot = botOf(parrot, { customDomain: address });
      const taking = rest.createBot({ workspaceId: stranger.workspaceId, bot });
      expect((await refusalOf(taking)).reason).toBe('DOMAIN_TAKEN');
    }
    expect(await shown()).toBe(publicId);
  });

  test('is taken back from bots of others that have addresses there, also by changing a bot', async () => {
    const stranger = await claim();
    await botAt(stranger, `${domain.name}/help`);
    const owner = await claim();
    const { bot } = await bodyOf(rest.createBot({ workspaceId: owner.workspaceId, bot: {} }));
    const change = { botId: bot.id, bot: { customDomain: `${domain.name}/help` } };
    expect((await refusalOf(rest.updateBot(change))).reason).toBe('DOMAIN_TAKEN');
    write(owner.value);
    await verify(owner);
    expect((await bodyOf(rest.updateBot(change))).bot).toMatchObject(change.bot);
    const { publicId } = await bodyOf(rest.publishBot({ botId: bot.id }));
    expect(await shown('/help')).toBe(publicId);
  });

  test('is proven before it leads here, so that nobody can be faster', async () => {
    zones.delete(domain.name);
    const owner = await claim();
    write(owner.value);
    const found = await verify(owner);
    expect(found).toMatchObject({ status: 'NOT_FOUND', heldSince: expect.any(String) });
    const publicId = await botAt(owner, domain.name);
    zones.set(domain.name, { CNAME: 'parley.example.com' });
    expect(await shown()).toBe(publicId);
  });

  test('is proven by nobody with the value of another workspace, or of another domain', async () => {
    const [owner, stranger] = [await claim(), await claim()];
    write(owner.value, 'nonsense', '');
    expect(await verify(stranger)).toMatchObject({ heldSince: null });
    const other = `other-${domain.name}`;
    const { workspaceId } = stranger;
    await bodyOf(rest.addDomain({ workspaceId, name: other }));
    zones.set(`_parley-domain.challenge.${other}`, { TXT: [stranger.value] });
    const sent = { workspaceId, name: other };
    expect((await bodyOf(rest.verifyDomain(sent))).customDomain).toMatchObject({ heldSince: null });
  });

  test('can be proven again by another workspace once its holder removes it', async () => {
    const [first, second] = [await hold(), await claim()];
    await bodyOf(rest.removeDomain({ workspaceId: first.workspaceId, name: domain.name }));
    write(first.value, second.value);
    expect(await verify(second)).toMatchObject({ status: 'VALID' });
    const again = await bodyOf(
      rest.addDomain({ workspaceId: first.workspaceId, name: domain.name }),
    );
    expect(textAt(again, 'customDomain.records.0.value')).not.toBe(first.value);
  });
});

test('members of a workspace look a domain up thirty times a minute at most', async () => {
  const strict = await startTestApp({ PUBLIC_URL, RATE_LIMITS: 'on' }, undefined, { dns });
  try {
    const there = restOf(() => strict);
    const workspaceId = await makeWorkspace(there);
    const sent = { workspaceId, name: domain.name };
    await bodyOf(there.addDomain(sent));
    for (let time = 0; time < 15; time += 1) {
      await bodyOf(there.verifyDomain(sent));
      await bodyOf(there.checkDomain(sent));
    }
    expect(await refusalOf(there.verifyDomain(sent))).toMatchObject({ reason: 'RATE_LIMITED' });
    expect(await refusalOf(there.checkDomain(sent))).toMatchObject({ reason: 'RATE_LIMITED' });
  } finally {
    await strict.close();
  }
});
