import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import type { ReplayReport } from '../../schema/replayReport.js';
import { openCodeAnew } from '../../simulation/codeAnew.js';
import { simulatedFlow } from '../bots/simulatedFlow.js';
import { paced } from '../progress.js';
import type { ReplayArgs } from './replayArgs.js';
import { replayOneByOne } from './replayOneByOne.js';

/** The most chats, results, days and seconds of one call. */
const MOST = { first: 1_000, days: 365, resultIds: 1_000, seconds: 60 } as const;

/** Replays chats of a bot for a caller who may read its results: yields how many went which way so far, and at last the whole. */
export async function* replayOf(
  context: Context,
  { botId, versionId, days, resultIds, first, after, seconds }: ReplayArgs,
): AsyncGenerator<ReplayReport, ReplayReport> {
  assertBounded('first', first, 1, MOST.first);
  assertBounded('days', days, 1, MOST.days);
  assertBounded('resultIds', resultIds?.length ?? 0, 0, MOST.resultIds);
  assertBounded('seconds', seconds, 1, MOST.seconds);
  const caller = await context.caller();
  const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'readResults' });
  const flow = await simulatedFlow(context, bot, versionId);
  const runCode = openCodeAnew(context.sandbox, `replays of ${botId}`);
  const { version } = context.loaders();
  const flowIdOf = async (id: string) => (await version.load(id))?.flowId;
  const end = context.simulations.begin(caller?.userId);
  try {
    return yield* paced(
      replayOneByOne(
        { ports: context.chats, flow, runCode, flowIdOf },
        {
          ...{ botId, days, first, seconds, after: after ?? undefined },
          resultIds: resultIds ?? undefined,
        },
      ),
    );
  } finally {
    end();
  }
}

function assertBounded(name: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw invalid([{ path: [name], message: `Must be from ${least} to ${most}` }]);
}
