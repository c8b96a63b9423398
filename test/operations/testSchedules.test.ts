import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  returnTests,
  setTestSchedule,
  settleTests,
  takeDueTests,
} from '../../src/storage/testSchedules.js';
import { startTestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { useStorage } from '../support/database.js';
import { say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, openTransport, queryGraphql } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
import { eventually, until } from '../support/until.js';
import { makePublished } from '../support/useApp.js';

// Due tests are looked for every fifth of a second.
const { first, here, there } = useTwoServers({ timeouts: { workEvery: 20 } });

const thanks = {
  ...{ format: 1, now: '2026-05-01T12:00:00Z', seed: '1', name: 'An adult is thanked' },
  steps: [{ say: 'Ada' }, { say: '40' }, { expect: { texts: ['Thanks Ada.'], ends: true } }],
};

const curt = botOf({
  ...interview,
  groups: { Start: [...interview.groups['Start']!.slice(0, -1), say('Bye.')] },
});

const HOUR = 3_600_000;

const sql = async (query: string, ...values: readonly unknown[]) =>
  rowsOf(first().databaseUrl, query, values);

const scheduleOf = async (botId: string) =>
  (await bodyOf(here.readTestSchedule({ botId }))).testSchedule;

/** Moves the clock on, for the schedule of a bot: it is due since so long. */
const dueSince = async (botId: string, since: string) =>
  sql(
    `update bot_test_schedule set next_at = now() - $2::interval where bot_id = $1`,
    botId,
    since,
  );

/** Waits until the tests of a bot ran again. */
async function ran(botId: string, before?: string | null) {
  await until(async () => {
    const at = (await scheduleOf(botId))?.ranAt;
    return typeof at === 'string' && at !== before;
  });
  return scheduleOf(botId);
}

/** Makes tests due, and waits until they ran. */
async function runAgain(botId: string) {
  const before = (await scheduleOf(botId))?.ranAt;
  await dueSince(botId, '0');
  return ran(botId, before);
}

async function makeScheduled(bot: object = botOf(interview)) {
  const made = await makePublished(here, bot);
  await bodyOf(here.createBotTest({ botId: made.botId, test: thanks }));
  await bodyOf(here.setTestSchedule({ botId: made.botId, every: 'DAY' }));
  return made;
}

describe('the tests of a bot that run by a schedule', () => {
  test('run at once on what is live, then each day at that time, whatever the draft is', async () => {
    const { botId } = await makeScheduled();
    await bodyOf(here.updateBot({ botId, bot: curt }));
    const begun = Date.now();
    expect(await ran(botId)).toMatchObject({
      ...{ every: 'DAY', isFailing: false },
      lastRun: { version: { number: 1 }, passed: 1, failed: 0, notRun: 0, failedNames: [] },
    });
    const { nextAt = '' } = (await scheduleOf(botId)) ?? {};
    expect(Math.abs(Date.parse(nextAt) - begun - 24 * HOUR)).toBeLessThan(HOUR);

    await bodyOf(here.publishBot({ botId }));
    await dueSince(botId, '71 hours');
    await eventually(async () =>
      expect(await scheduleOf(botId)).toMatchObject({
        isFailing: true,
        lastRun: { version: { number: 2 }, passed: 0, failed: 1, failedNames: [thanks.name] },
      }),
    );
    // Two runs were missed while the server was down, and are not made up for.
    const { nextAt: next = '' } = (await scheduleOf(botId)) ?? {};
    expect(Math.abs(Date.parse(next) - Date.now() - HOUR)).toBeLessThan(HOUR / 2);
  });

  test('tell webhooks when they begin to fail and when they pass again, and not each time', async () => {
    const { botId, workspaceId } = await makeScheduled();
    const input = {
      ...{ workspaceId, url: 'https://hooks.example.com/' },
      eventTypes: ['TESTS_FAILED', 'TESTS_PASSED'],
    };
    const query = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;
    await queryGraphql(first().url, { query, variables: { input } });
    await ran(botId);
    await runAgain(botId);
    for (const bot of [curt, botOf(interview)]) {
      await bodyOf(here.updateBot({ botId, bot }));
      await bodyOf(here.publishBot({ botId }));
      await runAgain(botId);
      await runAgain(botId);
    }
    const told = `select event_type as type, data from webhook_delivery
      where webhook_id in (select id from webhook where workspace_id = $1) order by position`;
    const versionOf = (number: number) => ({ id: expect.any(String), number });
    expect(await sql(told, workspaceId)).toEqual([
      {
        type: 'TESTS_FAILED',
        data: {
          ...{ botId, version: versionOf(2), passed: 0, failed: 1, notRun: 0 },
          failedNames: [thanks.name],
        },
      },
      {
        type: 'TESTS_PASSED',
        data: { botId, version: versionOf(3), passed: 1, failed: 0, notRun: 0 },
      },
    ]);
  });

  test('do not run while the bot is not published or archived, and go on afterwards', async () => {
    const { botId } = await makeScheduled();
    const { ranAt } = (await ran(botId)) ?? {};
    const skipped = async () => {
      await dueSince(botId, '0');
      await until(async () => Date.parse((await scheduleOf(botId))?.nextAt ?? '') > Date.now());
      expect((await scheduleOf(botId))?.ranAt).toBe(ranAt);
    };
    await bodyOf(here.unpublishBot({ botId }));
    await skipped();
    await bodyOf(here.publishBot({ botId }));
    await bodyOf(here.deleteBot({ botId }));
    await dueSince(botId, '0');
    const isLater = 'select next_at > now() as later from bot_test_schedule where bot_id = $1';
    await until(async () => (await sql(isLater, botId))[0]?.['later']);
    await bodyOf(here.restoreBot({ botId }));
    await bodyOf(here.publishBot({ botId }));
    expect((await scheduleOf(botId))?.ranAt).toBe(ranAt);
    expect(await runAgain(botId)).toMatchObject({ lastRun: { passed: 1 } });
  });

  test('end when the schedule is removed', async () => {
    const { botId } = await makeScheduled();
    await bodyOf(here.setTestSchedule({ botId, every: null }));
    expect(await scheduleOf(botId)).toBe(null);
  });

  test('go with the workspace', async () => {
    const { botId, workspaceId } = await makeScheduled();
    await bodyOf(here.deleteWorkspace({ workspaceId }));
    expect(await sql('select 1 from bot_test_schedule where bot_id = $1', botId)).toEqual([]);
  });

  test('run on one of two servers each', async () => {
    const bots = await Promise.all(Array.from({ length: 12 }, async () => makeScheduled()));
    for (const { botId } of bots) {
      expect(await ran(botId)).toMatchObject({ lastRun: { passed: 1 } });
    }
    const taken = 'select attempt from bot_test_schedule where bot_id = any($1)';
    const ids = [bots.map(({ botId }) => botId)];
    expect(await sql(taken, ...ids)).toEqual(bots.map(() => ({ attempt: 1 })));
    expect(await bodyOf(there.readTestSchedule({ botId: bots[0]?.botId ?? '' }))).toMatchObject({
      testSchedule: { lastRun: { passed: 1 } },
    });
  });
});

test('a server that stops leaves the tests that it runs to the next one', async () => {
  const idle = await startTestApp({}, undefined, { timeouts: { workEvery: 600_000 } });
  const shared = { DATABASE_URL: idle.databaseUrl };
  const busy = await startTestApp(shared, undefined, { timeouts: { workEvery: 20 } });
  const rest = openTransport('REST', () => idle.url);
  const code = 'for (let n = 0; n < 3e6; n += 1); return 1';
  const slow = { type: 'Set variable', options: { variableId: 'vX', expressionToEvaluate: code } };
  const bot = botOf({ variables: { X: null }, groups: { Start: [say('Hi'), slow] } });
  const { botId } = await makePublished(rest, bot);
  await rowsOf(
    idle.databaseUrl,
    `insert into bot_test (id, bot_id, name, test, created_at, updated_at)
      select 'tst_' || n, $1, 'Test ' || n, $2::json, now(), now() from generate_series(1, 400) n`,
    [botId, JSON.stringify({ ...thanks, steps: [] })],
  );
  await bodyOf(rest.setTestSchedule({ botId, every: 'HOUR' }));
  const read = `select taken_until is not null as taken, ran_at, next_at <= now() as due from bot_test_schedule`;
  const row = async () => (await rowsOf(idle.databaseUrl, read))[0];
  await until(async () => (await row())?.['taken']);
  await busy.close();
  expect(await row()).toEqual({ taken: false, ran_at: null, due: true });
  await idle.close();
});

const own = useStorage();

const run = {
  ...{ versionId: 'ver', passed: 1, failed: 0, notRun: 0 },
  failedNames: [] as string[],
};

const failing = { ...run, passed: 0, failed: 1, failedNames: ['It works'] };
beforeEach(async () => {
  for (const statement of [
    'delete from workspace',
    `insert into workspace (id, name, plan, is_suspended, is_past_due, is_verified, created_at, updated_at)
      values ('wks', 'Acme', 'FREE', false, false, false, now(), now())`,
    `insert into bot (id, workspace_id, name, is_archived, is_closed, revision, draft, created_at, updated_at)
      values ('bot', 'wks', 'Bot', false, false, 1, '{}', now(), now())`,
    `insert into flow (id, definition, created_at) values ('flw', '{}', now()) on conflict do nothing`,
    `insert into bot_version (id, bot_id, number, flow_id, created_at) values ('ver', 'bot', 1, 'flw', now())`,
  ])
    await rowsOf(own.url, statement);
  await set('DAY');
});

const set = async (every: 'DAY' | 'HOUR' | null) =>
  setTestSchedule(own.storage.openUnit(), 'bot', every);

const take = async () => (await takeDueTests(own.storage.pool)) ?? { botId: 'none', attempt: 0 };

const settle = async (taken: Awaited<ReturnType<typeof take>>, how: typeof run | undefined = run) =>
  settleTests(own.storage.openUnit(), taken, how);

const stored = async () =>
  (
    await rowsOf(
      own.url,
      'select attempt, is_failing as "isFailing", last_run as "lastRun" from bot_test_schedule',
    )
  )[0];

const due = async () => rowsOf(own.url, 'update bot_test_schedule set next_at = now()');

describe('due tests', () => {
  test('are taken by one process, and by another once the first is dead, which then stores nothing', async () => {
    const dead = await take();
    expect(dead).toEqual({ botId: 'bot', attempt: 1 });
    expect(await takeDueTests(own.storage.pool)).toBe(undefined);
    await rowsOf(own.url, `update bot_test_schedule set taken_until = now() - interval '1 second'`);
    const next = await take();
    expect(next).toEqual({ botId: 'bot', attempt: 2 });
    await settle(dead, failing);
    expect(await stored()).toMatchObject({ lastRun: null });
    await settle(next);
    expect(await stored()).toMatchObject({ lastRun: run });
    expect(await takeDueTests(own.storage.pool)).toBe(undefined);
  });

  test('that are returned are taken at once', async () => {
    await returnTests(own.storage.pool, await take());
    expect(await take()).toMatchObject({ botId: 'bot' });
  });

  test('of a schedule that was set, removed or erased meanwhile store nothing', async () => {
    const before = await take();
    await set('HOUR');
    await settle(before, failing);
    expect(await stored()).toMatchObject({ attempt: 2, lastRun: null });
    const again = await take();
    await set(null);
    await settle(again, failing);
    expect(await stored()).toBe(undefined);
    await set('HOUR');
    const last = await take();
    await rowsOf(own.url, 'delete from workspace');
    await settle(last, failing);
    expect(await stored()).toBe(undefined);
  });

  test('for which there was no time neither fail nor pass again', async () => {
    const late = { ...run, passed: 0, notRun: 1 };
    const outcomes = [];
    for (const how of [late, failing, late, run]) {
      await settle(await take(), how);
      outcomes.push((await stored())?.['isFailing']);
      await due();
    }
    expect(outcomes).toEqual([false, true, true, false]);
  });
});
