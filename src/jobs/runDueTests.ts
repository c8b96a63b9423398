import type { Context } from '../context/context.js';
import type { ScheduledTestRun } from '../schema/botTestSchedule.js';
import { runTests } from '../simulation/runTests.js';
import { listBotTests } from '../storage/botTests.js';
import type { Storage } from '../storage/orm.js';
import {
  findLiveVersion,
  returnTests,
  settleTests,
  takeDueTests,
} from '../storage/testSchedules.js';

type TestServices = Pick<Context, 'chats' | 'sandbox'> & { readonly storage: Storage };

/** The most names of tests that failed that a schedule keeps. */
const MOST_NAMES = 100;

/**
 * Runs the tests of a bot that are due on the version that is live, and stores how they went; those of a bot that is not published do not run. Returns
 * whether there were any. If the process stops meanwhile, they are returned; if it is killed, another runs them, some minutes later.
 */
export async function runDueTests(
  services: TestServices,
  isStopped: () => boolean,
): Promise<boolean> {
  const { openUnit, pool } = services.storage;
  const taken = await takeDueTests(pool);
  if (!taken) return false;
  const run = await runLive(services, taken.botId, isStopped);
  if (isStopped()) await returnTests(pool, taken);
  else await settleTests(openUnit(), taken, run);
  return true;
}

async function runLive(
  services: TestServices,
  botId: string,
  isStopped: () => boolean,
): Promise<ScheduledTestRun | undefined> {
  const unit = services.storage.openUnit();
  const version = await findLiveVersion(unit, botId);
  if (version === null) return undefined;
  const flow = await services.chats.flows.load(version.flowId);
  const tests = (await listBotTests(unit, [botId])).map(({ test }) => test);
  const { passed, failed, notRun, results } = await runTests(services, {
    ...{ botId, flow, tests, isStopped },
  });
  const failures = results.filter(({ outcome }) => outcome === 'FAILED');
  return {
    ...{ versionId: version.id, passed, failed, notRun },
    failedNames: failures.slice(0, MOST_NAMES).map(({ name }) => name),
  };
}
