import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  returnTests,
  setTestSchedule,
  settleTests,
  takeDueTests,
} from '../../src/storage/testSchedules.js';
import { useStorage } from '../support/database.js';
import { rowsOf } from '../support/rows.js';

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
