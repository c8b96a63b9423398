import type { Context } from '../../context/context.js';
import type { BotTest, Flow } from '../../engine/index.js';
import type { BotTestResult, BotTestRun } from '../../schema/botTestRun.js';
import { coverageOf, notePassed, partsSeen, type PassedParts } from '../../simulation/coverage.js';
import { runTest, type TestOutcome } from '../../simulation/runTest.js';
import { simulatedBot } from '../../simulation/simulatedBot.js';

/** How long the tests of a call may run in all, in milliseconds. */
const MOST_TIME = 20_000;

/** Tests that failed whose differences and conversations a reply holds. */
const MOST_DETAILED = 20;

/** Tests, and the flow of a bot on which they run. */
interface Suite {
  readonly botId: string;
  readonly flow: Flow;
  readonly tests: readonly BotTest[];
}

/** Runs tests of a bot one after the other, until they took too long. */
export async function runTests(
  context: Context,
  { botId, flow, tests }: Suite,
): Promise<BotTestRun> {
  const bot = simulatedBot(context, { botId, flow }, MOST_TIME);
  const results: BotTestResult[] = [];
  const passed: PassedParts = new Map();
  let detailed = 0;
  for (const test of tests) {
    const outcome = bot.isOver() ? LATE : await runTest(bot, test);
    notePassed(passed, outcome.passed);
    const isDetailed = outcome.failure !== undefined && detailed < MOST_DETAILED;
    if (isDetailed) detailed += 1;
    results.push(resultOf(test, outcome, isDetailed));
  }
  const count = (outcome: TestOutcome['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    ...{ passed: count('PASSED'), failed: count('FAILED'), notRun: count('NOT_RUN'), results },
    coverage: coverageOf(flow, partsSeen(flow, passed.values())),
  };
}

const LATE: TestOutcome = { outcome: 'NOT_RUN', transcript: [], passed: [] };

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
