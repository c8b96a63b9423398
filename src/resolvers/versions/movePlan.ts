import { Args, ArgsType, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { compileFlow, textOfFlow, type Flow } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import type { Bot } from '../../schema/bot.js';
import { Field, NullableField } from '../../schema/field.js';
import { MovePlan } from '../../schema/movePlan.js';
import { Costs, DOCUMENT } from '../../schema/queryCost.js';
import { flowIdOf } from '../../storage/flows.js';
import { draftOf } from '../bots/draftOf.js';
import { simulatedFlow } from '../bots/simulatedFlow.js';
import { planMoves } from './planMoves.js';

/** The most chats of one call. */
const MOST = 5_000;

@ArgsType()
class MovePlanArgs {
  @Field(() => ID, 'The bot.') botId: string;
  @NullableField(() => ID, 'The version; its draft without one.') versionId?: string | null;

  @Field(() => Int, {
    defaultValue: 1_000,
    description: 'How many open chats, the newest first; at most 5 000.',
  })
  atMost: number;

  @NullableField(() => String, 'The `nextCursor` of the call before.') after?: string | null;
}

/** What would become of the open chats of a bot. */
@Resolver()
export class PlanMoves {
  @Costs(2 * DOCUMENT)
  @Query(() => MovePlan, {
    description:
      'Tries whether open chats of a bot could go on in its draft, or in a version, as `InFlightPolicy` would move them. Nothing is changed. A call takes some seconds at most; `nextCursor` says where it stopped.',
  })
  async movePlan(
    @Args(() => MovePlanArgs) { botId, versionId, atMost, after }: MovePlanArgs,
    @Ctx() context: Context,
  ): Promise<MovePlan> {
    if (atMost < 1 || atMost > MOST) {
      throw invalid([{ path: ['atMost'], message: `Must be from 1 to ${MOST}` }]);
    }
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'readResults' });
    const flow = await flowOf(context, bot, versionId);
    const end = context.simulations.begin(caller?.userId);
    try {
      return await planMoves(context.chats, { botId, flow, atMost, after: after ?? undefined });
    } finally {
      end();
    }
  }
}

/** The flow of a version or of the draft, under the id that it has once it is published. */
async function flowOf(
  context: Context,
  bot: Bot,
  versionId: string | null | undefined,
): Promise<Flow> {
  if (typeof versionId === 'string') return simulatedFlow(context, bot, versionId);
  const draft = await draftOf(bot, context);
  return compileFlow(flowIdOf(textOfFlow(draft)), draft);
}
