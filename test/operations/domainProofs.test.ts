import { describe, expect, test } from '@jest/globals';
import { startTestApp } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, refusalOf } from '../support/transports.js';
import { eventually, until } from '../support/until.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import { PUBLIC_URL, useDomains } from '../support/useDomains.js';

const { rest, zones, dns, domain, claim, write, verify, hold, botAt, shown } = useDomains();

describe('a domain that leads to the server', () => {
  test('is not held by a workspace that only adds and verifies it: it has no pages and no origins of bots', async () => {
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

  test('is held by its owner, even if others have claimed it and put a bot there before', async () => {
    const stranger = await claim();
    await botAt(stranger, domain.name);
    await verify(stranger);
    const owner = await hold();
    const publicId = await botAt(owner, domain.name);
    expect(await shown()).toBe(publicId);
    // The domain stays held, whatever the stranger tries.
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

  test('can be proven before it leads here, so that nobody else can be faster', async () => {
    zones.delete(domain.name);
    const owner = await claim();
    write(owner.value);
    const found = await verify(owner);
    expect(found).toMatchObject({ status: 'NOT_FOUND', heldSince: expect.any(String) });
    const publicId = await botAt(owner, domain.name);
    zones.set(domain.name, { CNAME: 'parley.example.com' });
    expect(await shown()).toBe(publicId);
  });

  test('cannot be proven with the value of another workspace, or of another domain', async () => {
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

describe('holding a domain:', () => {
  const {
    app,
    rest,
    zones,
    domain,
    asked,
    claim,
    write,
    verify,
    hold,
    listed,
    botAt,
    shown,
    ...jobs
  } = useDomains();

  const { listen, told, lookAgain } = jobs;

  describe('a domain that a workspace holds', () => {
    test('goes to another workspace that proves it instead, and the first one receives an event', async () => {
      const first = await hold();
      await listen(first);
      const publicId = await botAt(first, domain.name);
      const second = await claim();
      write(second.value);
      expect(await verify(second)).toMatchObject({ status: 'VALID', lostAt: null });
      expect(await told(first)).toEqual([
        { type: 'DOMAIN_LOST', data: { workspaceId: first.workspaceId, domain: domain.name } },
      ]);
      const lost = { status: 'PENDING', heldSince: null, lostAt: expect.any(String) };
      expect(await listed(first)).toMatchObject(lost);
      expect(await shown()).toBe(undefined);
      const theirs = await botAt(second, domain.name);
      expect([await shown(), theirs === publicId]).toEqual([theirs, false]);
    });

    test('stays with it while its own proof is beside the other one', async () => {
      const [first, second] = [await hold(), await claim()];
      write(second.value, first.value);
      const refused = rest.verifyDomain({ workspaceId: second.workspaceId, name: domain.name });
      expect(await refusalOf(refused)).toMatchObject({ code: 'CONFLICT', reason: 'DOMAIN_HELD' });
      const check = await bodyOf(
        rest.checkDomain({ workspaceId: second.workspaceId, name: domain.name }),
      );
      expect(check.status).toBe('PENDING');
      expect(await listed(first)).toMatchObject({ heldSince: expect.any(String), lostAt: null });
    });

    test.each(['fails', 'silent'] as const)('stays where the DNS %s', async (trouble) => {
      const [first, second] = [await hold(), await claim()];
      await listen(first);
      zones.set(domain.challenge, trouble);
      expect(await verify(second)).toMatchObject({ status: 'UNKNOWN', heldSince: null });
      expect(await verify(first)).toMatchObject({ heldSince: expect.any(String) });
      await lookAgain();
      await until(async () => {
        const due = 'select check_due_at > now() as later from custom_domain where id = $1';
        const row = await listed(first);
        const [found] = await rowsOf(app().databaseUrl, due, [row?.['id']]);
        return found?.['later'];
      });
      const held = { heldSince: expect.any(String), unprovenSince: null };
      expect(await listed(first)).toMatchObject(held);
      expect(await told(first)).toEqual([]);
    });

    test('is held by one workspace, however many prove it at once', async () => {
      const all = await Promise.all([claim(), claim(), claim(), claim()]);
      write(...all.map(({ value }) => value));
      const outcomes = await Promise.all(
        all.map(async ({ workspaceId }) => rest.verifyDomain({ workspaceId, name: domain.name })),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const rows = await Promise.all(all.map(listed));
      expect(rows.filter((row) => row?.['heldSince'])).toHaveLength(1);
    });

    test('is looked up every day: if its proof is missing, its workspace receives one event and keeps the domain', async () => {
      const owner = await hold();
      await listen(owner);
      const publicId = await botAt(owner, domain.name);
      zones.delete(domain.challenge);
      await lookAgain();
      await eventually(async () =>
        expect(await listed(owner)).toMatchObject({ unprovenSince: expect.any(String) }),
      );
      const before = asked();
      await lookAgain();
      await until(() => asked() > before);
      const data = { workspaceId: owner.workspaceId, domain: domain.name };
      expect(await told(owner)).toEqual([{ type: 'DOMAIN_UNPROVEN', data }]);
      expect(await shown()).toBe(publicId);
      write(owner.value);
      await lookAgain();
      await eventually(async () =>
        expect(await listed(owner)).toMatchObject({ status: 'VALID', unprovenSince: null }),
      );
    });

    test('from before there were proofs stays, with a notice, and goes to whoever proves it', async () => {
      const [old, owner] = [await claim(), await claim()];
      await listen(old);
      const query = `update custom_domain set status = 'VALID', held_since = now(), check_due_at = now()
      where name = $1 and workspace_id = $2`;
      await rowsOf(app().databaseUrl, query, [domain.name, old.workspaceId]);
      const publicId = await botAt(old, domain.name);
      await until(async () => (await told(old)).length > 0);
      expect([await shown(), await told(old)]).toMatchObject([
        publicId,
        [{ type: 'DOMAIN_UNPROVEN' }],
      ]);
      write(owner.value);
      expect(await verify(owner)).toMatchObject({ status: 'VALID' });
      expect(await shown()).toBe(undefined);
      expect(await listed(old)).toMatchObject({ lostAt: expect.any(String) });
    });

    test('is lost if the server itself moves to it, or to a domain above it', async () => {
      const old = await claim();
      await listen(old);
      const below = 'old.parley.example.com';
      const query = `update custom_domain set name = $1, held_since = now(), check_due_at = now()
      where workspace_id = $2`;
      await rowsOf(app().databaseUrl, query, [below, old.workspaceId]);
      await until(async () => (await told(old)).length > 0);
      expect(await told(old)).toMatchObject([{ type: 'DOMAIN_LOST', data: { domain: below } }]);
      expect(await listed(old)).toMatchObject({ heldSince: null, status: 'INVALID' });
    });
  });
});
