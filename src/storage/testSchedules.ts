import DataLoader from 'dataloader';
import { LockMode } from '@mikro-orm/core';
import type { Pool } from 'pg';
import { Bot, BotVersion } from '../schema/bot.js';
import { BotTestSchedule, type ScheduledTestRun } from '../schema/botTestSchedule.js';
import { WebhookEventType, type TestInterval } from '../schema/enums.js';
import type { Unit } from './orm.js';
import { tellWebhooks } from './webhookEvents.js';

const HOUR = 3_600_000;

/** The milliseconds between two runs. */
const LENGTHS: Readonly<Record<TestInterval, number>> = {
  HOUR,
  DAY: 24 * HOUR,
  WEEK: 7 * 24 * HOUR,
};

/** Sets how often the tests of a bot run: the first time at once. Without `every` they run no more. */
export async function setTestSchedule(
  unit: Unit,
  botId: string,
  every: TestInterval | null,
): Promise<void> {
  await unit.transactional(async (inner) => {
    if (every === null) {
      await inner.nativeDelete(BotTestSchedule, { botId });
      return;
    }
    // A run that is under way belongs to what was set before: `attempt` keeps it from being stored.
    await inner.execute(
      `insert into bot_test_schedule (bot_id, every, next_at, attempt, is_failing) values (?, ?, now(), 0, false)
        on conflict (bot_id) do update
        set every = excluded.every, next_at = now(), taken_until = null, attempt = bot_test_schedule.attempt + 1`,
      [botId, every],
    );
  });
}

/** Due tests that a process took. */
export type TakenTests = Pick<BotTestSchedule, 'botId' | 'attempt'>;

/** How long a process may take for a run, in seconds, before another process takes it. */
const LEASE = 300;

/** Takes the tests of a bot that are due. No two processes take the same ones. */
export async function takeDueTests(pool: Pool): Promise<TakenTests | undefined> {
  const { rows } = await pool.query<TakenTests>({
    name: 'tests_take',
    text: `update bot_test_schedule set taken_until = now() + interval '${LEASE} seconds', attempt = attempt + 1
      where bot_id = (select bot_id from bot_test_schedule
        where next_at <= now() and (taken_until is null or taken_until <= now())
        order by next_at limit 1 for update skip locked)
      returning bot_id as "botId", attempt`,
  });
  return rows[0];
}

/** Returns tests that were taken, so that another process takes them at once. */
export async function returnTests(pool: Pool, { botId, attempt }: TakenTests): Promise<void> {
  await pool.query({
    name: 'tests_return',
    text: 'update bot_test_schedule set taken_until = null where bot_id = $1 and attempt = $2',
    values: [botId, attempt],
  });
}

/** The version of a bot that new chats run; null while it is not published. */
export async function findLiveVersion(unit: Unit, botId: string): Promise<BotVersion | null> {
  const bot = await unit.findOne(Bot, { id: botId });
  return bot?.liveVersionId ? unit.findOne(BotVersion, { id: bot.liveVersionId }) : null;
}

/**
 * Stores how tests that were taken went, and when they run again; without `run` only the latter. Webhooks receive an event when tests fail
 * that did not, and when tests pass that did not. Stores nothing if the schedule was removed or set meanwhile, or another process took it.
 */
export async function settleTests(
  unit: Unit,
  { botId, attempt }: TakenTests,
  run: ScheduledTestRun | undefined,
): Promise<void> {
  await unit.transactional(async (inner) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
    const schedule = await inner.findOne(BotTestSchedule, { botId, attempt }, lock);
    if (!schedule) return;
    const now = new Date();
    Object.assign(schedule, { nextAt: nextAfter(schedule, now), takenUntil: null });
    if (!run) return;
    const isFailing = isFailingAfter(run, schedule.isFailing);
    if (isFailing !== schedule.isFailing) await tellOfTurn(inner, botId, run);
    Object.assign(schedule, { isFailing, ranAt: now, lastRun: run });
  });
}

/** The next time after now that is a whole number of intervals after the last: runs stay at the same time of the day. */
function nextAfter({ every, nextAt }: BotTestSchedule, now: Date): Date {
  const length = LENGTHS[every];
  const missed = Math.max(0, Math.floor((now.getTime() - nextAt.getTime()) / length));
  return new Date(nextAt.getTime() + (missed + 1) * length);
}

/** A run that had no time for some of its tests shows no recovery. */
function isFailingAfter({ failed, notRun }: ScheduledTestRun, before: boolean): boolean {
  if (failed > 0) return true;
  return notRun > 0 && before;
}

async function tellOfTurn(unit: Unit, botId: string, run: ScheduledTestRun): Promise<void> {
  const { versionId, passed, failed, notRun, failedNames } = run;
  const { number } = await unit.findOneOrFail(BotVersion, { id: versionId });
  const counts = { version: { id: versionId, number }, passed, failed, notRun };
  await (failed > 0
    ? tellWebhooks(unit, {
        ...{ botId, type: WebhookEventType.TESTS_FAILED },
        data: { ...counts, failedNames },
      })
    : tellWebhooks(unit, { botId, type: WebhookEventType.TESTS_PASSED, data: counts }));
}

/** Loads the schedules of the tests of bots by their ids. */
export function openTestScheduleLoaders(openUnit: () => Unit) {
  return {
    testSchedule: new DataLoader(async (botIds: readonly string[]) => {
      const found = await openUnit().find(BotTestSchedule, { botId: { $in: [...botIds] } });
      return botIds.map((botId) => found.find((schedule) => schedule.botId === botId));
    }),
  };
}
