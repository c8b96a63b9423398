import { Args, ArgsType, Ctx, Field, ID, Int, Query, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';
import { ReplayReport } from '../../schema/replayReport.js';
import { openCodeAnew } from '../../simulation/codeAnew.js';
import { simulatedFlow } from '../bots/simulatedFlow.js';
import { replayInBatches } from './replayInBatches.js';

/** The most chats, results and days of one call. */
const MOST = { first: 1_000, days: 365, resultIds: 1_000 } as const;

@ArgsType()
class ReplayArgs {
  @Field(() => ID, { description: 'The bot.' })
  botId: string;

  @Field(() => ID, { nullable: true, description: 'The version; its draft without one.' })
  versionId?: string | null;

  @Field(() => Int, {
    defaultValue: 7,
    description: 'Only chats that began in the last days, at most 365.',
  })
  days: number;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only chats of these results, at most 1 000.',
  })
  resultIds?: string[] | null;

  @Field(() => Int, {
    defaultValue: 100,
    description: 'How many chats, the newest first; at most 1 000.',
  })
  first: number;

  @Field(() => String, { nullable: true, description: 'The `nextCursor` of the call before.' })
  after?: string | null;
}

/** What another flow of a bot would have said to its visitors. */
@Resolver()
export class ReplayChats {
  @Costs(10 * DOCUMENT)
  @Query(() => ReplayReport, {
    description:
      'Runs chats that took place with the draft of their bot, or with a version of it: with the same messages, clock, random numbers, and answers of services. Needs `setBotReplay`. Nothing is sent or stored. A call takes some seconds at most; `nextCursor` says where it stopped. Of a chat at most 100 turns are compared.',
  })
  async replayChats(
    @Args(() => ReplayArgs) { botId, versionId, days, resultIds, first, after }: ReplayArgs,
    @Ctx() context: Context,
  ): Promise<ReplayReport> {
    assertBounded('first', first, 1, MOST.first);
    assertBounded('days', days, 1, MOST.days);
    assertBounded('resultIds', resultIds?.length ?? 0, 0, MOST.resultIds);
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'readResults' });
    const flow = await simulatedFlow(context, bot, versionId);
    const runCode = openCodeAnew(context.sandbox, `replays of ${botId}`);
    const { version } = context.loaders();
    const flowIdOf = async (id: string) => (await version.load(id))?.flowId;
    const end = context.simulations.begin(caller?.userId);
    try {
      return await replayInBatches(
        { ports: context.chats, flow, runCode, flowIdOf },
        { botId, days, resultIds: resultIds ?? undefined, first, after: after ?? undefined },
      );
    } finally {
      end();
    }
  }
}

function assertBounded(name: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw invalid([{ path: [name], message: `Must be from ${least} to ${most}` }]);
}
