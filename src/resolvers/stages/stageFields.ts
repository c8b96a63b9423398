import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { diffFlows } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { BotStage } from '../../schema/botStage.js';
import { ResultTotals } from '../../schema/botStats.js';
import { FlowChangeShown } from '../../schema/flowChange.js';
import { Costs, DOCUMENT, Holds, STATEMENT } from '../../schema/queryCost.js';
import { NO_RESULTS, type Totals } from '../../storage/counts.js';
import { stageOf } from '../../storage/flowVariants.js';
import { totalsFrom } from '../analytics/botStats.js';
import { liveDefinitionOf } from '../bots/botPublished.js';
import { TimeRangeArgs, windowOf } from '../timeRangeArgs.js';

/** The stages of a bot. Reading the bot includes them, so the right was checked where the bot was loaded. */
@Resolver(() => Bot)
export class BotStages {
  @Holds(20)
  @FieldResolver(() => [BotStage], { description: 'Its stages, by name; at most 20.' })
  async stages(@Root() { id }: Bot, @Ctx() context: Context): Promise<BotStage[]> {
    return context.loaders().stages.load(id);
  }
}

/** The fields of a stage that are not columns. */
@Resolver(() => BotStage)
export class StageFields {
  @FieldResolver(() => BotVersion, { description: 'The version that its chats run.' })
  async version(
    @Root() { versionId }: BotStage,
    @Ctx() context: Context,
  ): Promise<BotVersion | undefined> {
    return context.loaders().version.load(versionId);
  }

  @FieldResolver(() => String, { nullable: true, description: 'The address of its page.' })
  async url(@Root() stage: BotStage, @Ctx() context: Context): Promise<string | null> {
    const address = await addressOf(stage, context);
    return address === null ? null : `${context.addressForCaller()}/${address}`;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Where its chats are started.' })
  async startChatUrl(@Root() stage: BotStage, @Ctx() context: Context): Promise<string | null> {
    const address = await addressOf(stage, context);
    const api = `${context.addressForCaller()}/api/v1/bots`;
    return address === null ? null : `${api}/${address}/startChat`;
  }

  @Holds(200)
  @Costs(STATEMENT + 2 * DOCUMENT)
  @FieldResolver(() => [FlowChangeShown], {
    description:
      'What promoting it would change in live chats, at most 5,000 changes; everything while nothing is live.',
  })
  async changes(
    @Root() { botId, versionId }: BotStage,
    @Ctx() context: Context,
  ): Promise<FlowChangeShown[]> {
    const { bot, version, definition } = context.loaders();
    const [of, staged] = await Promise.all([bot.load(botId), version.load(versionId)]);
    if (!of || !staged) return [];
    const live = await liveDefinitionOf(of, context);
    return unhurried(diffFlows(live, await definition.load(staged.flowId)));
  }

  @FieldResolver(() => ResultTotals, {
    description: 'What became of its results, of all versions that it ran; live ones do not count.',
  })
  async stats(
    @Root() { botId, name }: BotStage,
    @Args(() => TimeRangeArgs) args: TimeRangeArgs,
    @Ctx() context: Context,
  ): Promise<ResultTotals> {
    const query = { ...windowOf(args, context.chats.now()), flows: ['@%'] };
    const counted = await context.loaders().totalsByFlow.load({ of: botId, query });
    return totalsFrom(
      counted.filter(({ flowId }) => stageOf(flowId) === name).reduce(plus, NO_RESULTS),
    );
  }
}

async function addressOf({ botId, name }: BotStage, context: Context): Promise<string | null> {
  const publicId = (await context.loaders().bot.load(botId))?.publicId;
  return publicId ? `${publicId}@${name}` : null;
}

function plus(one: Totals, other: Totals): Totals {
  return {
    views: one.views + other.views,
    starts: one.starts + other.starts,
    completions: one.completions + other.completions,
  };
}
