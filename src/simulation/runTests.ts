import type { BotTest, Flow } from '../engine/index.js';
import type { BotTestResult, BotTestRun } from '../schema/botTestRun.js';
import { openReached, shareOf } from './reached.js';
import { runTest, type TestOutcome } from './runTest.js';
import { simulatedBot } from './simulatedBot.js';

/** How long the tests of a call may run in all, in milliseconds. */
const MOST_TIME = 20_000;

/** Tests that failed whose differences and conversations a reply holds. */
const MOST_DETAILED = 20;

/** Tests, and the flow of a bot on which they run. */
interface Suite {
  readonly botId: string;
  readonly flow: Flow;
  readonly tests: readonly BotTest[];
  /** Whether not to begin another test. */
  readonly isStopped?: () => boolean;
}

/** Runs tests of a bot one after the other, until they took too long, and adds to what was reached what those that pass come through. */
export async function runTests(
  services: Parameters<typeof simulatedBot>[0],
  { botId, flow, tests, isStopped = () => false }: Suite,
  reached = openReached(flow),
): Promise<BotTestRun> {
  const bot = simulatedBot(services, { botId, flow }, MOST_TIME);
  const results: BotTestResult[] = [];
  let detailed = 0;
  for (const test of tests) {
    const outcome = bot.isOver() || isStopped() ? LATE : await runTest(bot, test);
    if (outcome.outcome === 'PASSED') outcome.turns.forEach(reached.add);
    const isDetailed = outcome.failure !== undefined && detailed < MOST_DETAILED;
    if (isDetailed) detailed += 1;
    results.push(resultOf(test, outcome, isDetailed));
  }
  const count = (outcome: TestOutcome['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    ...{ passed: count('PASSED'), failed: count('FAILED'), notRun: count('NOT_RUN'), results },
    coverage: shareOf(flow, reached),
  };
}

const LATE: TestOutcome = { outcome: 'NOT_RUN', transcript: [], turns: [] };

function resultOf(
  { name }: BotTest,
  { outcome, failure, transcript }: TestOutcome,
  isDetailed: boolean,
): BotTestResult {
  const { step, message, diff } = failure ?? { step: null, message: null, diff: [] };
  return {
    ...{ name, outcome, step, message },
    diff: isDetailed ? diff : [],
    transcript: isDetailed ? transcript : [],
  };
}
