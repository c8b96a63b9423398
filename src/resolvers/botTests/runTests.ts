import { performance } from 'node:perf_hooks';
import { loadBot } from '../../chat/loadBot.js';
import type { Context } from '../../context/context.js';
import type { BotTest, Flow } from '../../engine/index.js';
import type { BotTestResult, BotTestRun } from '../../schema/botTestRun.js';
import { coverageOf } from '../../simulation/coverage.js';
import { runTest, type TestOutcome } from '../../simulation/runTest.js';

/** How long the tests of a call may run in all, in milliseconds. */
const MOST_TIME = 20_000;

/** Tests that failed whose differences and conversations a reply holds. */
const MOST_DETAILED = 20;

/** The parts that no test came through which a reply names, of each kind. */
const MOST_MISSING = 1_000;

/** Tests, and the flow of a bot on which they run. */
interface Suite {
  readonly botId: string;
  readonly flow: Flow;
  readonly tests: readonly BotTest[];
}

/** Runs tests of a bot one after the other, until they took too long. Links lead to what is published of other bots. */
export async function runTests(
  { chats, sandbox }: Context,
  { botId, flow, tests }: Suite,
): Promise<BotTestRun> {
  const until = performance.now() + MOST_TIME;
  const bot = {
    ...{ ports: chats, sandbox, botId, flow },
    loadFlow: (flowId: string) => chats.flows.load(flowId),
    loadBot: (...[session, effect]: LoadArguments) => loadBot(chats, session, effect),
    isOver: () => performance.now() > until,
  };
  const ran: (readonly [BotTest, TestOutcome])[] = [];
  for (const test of tests) ran.push([test, bot.isOver() ? LATE : await runTest(bot, test)]);
  const outcomes = ran.map(([, { outcome }]) => outcome);
  const passed = ran.flatMap(([, outcome]) => outcome.passed);
  const { groups, blocks, edges } = coverageOf(flow, passed);
  const shown = ({ missingIds, ...counts }: typeof groups) => ({
    ...counts,
    missingIds: missingIds.slice(0, MOST_MISSING),
  });
  return {
    passed: outcomes.filter((outcome) => outcome === 'PASSED').length,
    failed: outcomes.filter((outcome) => outcome === 'FAILED').length,
    notRun: outcomes.filter((outcome) => outcome === 'NOT_RUN').length,
    results: resultsOf(ran),
    coverage: { groups: shown(groups), blocks: shown(blocks), edges: shown(edges) },
  };
}

type LoadArguments = [Parameters<typeof loadBot>[1], Parameters<typeof loadBot>[2]];

const LATE: TestOutcome = { outcome: 'NOT_RUN', transcript: [], passed: [] };

function resultsOf(ran: readonly (readonly [BotTest, TestOutcome])[]): BotTestResult[] {
  let detailed = 0;
  return ran.map(([{ name }, { outcome, failure, transcript }]) => {
    const isDetailed = failure !== undefined && detailed < MOST_DETAILED;
    if (isDetailed) detailed += 1;
    const { step, message, diff } = failure ?? { step: null, message: null, diff: [] };
    return {
      ...{ name, outcome, step, message },
      diff: isDetailed ? diff : [],
      transcript: isDetailed ? transcript : [],
    };
  });
}
