import {
  ID,
  InputType,
  Args,
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  Mutation,
} from 'type-graphql';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
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
import { accessBot } from '../../auth/access.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { BotChangeKind, WebhookEventType } from '../../schema/enums.js';
import { findVersion } from '../../storage/botLists.js';
import { findStage } from '../../storage/stages.js';
import { tellWebhooks } from '../../storage/webhookEvents.js';
import { checkPublishable } from '../bots/checkPublishable.js';
import { PublishPayload } from '../bots/publishBot.js';
import { publishedEvent } from '../bots/publishedEvent.js';
import { writeBot } from '../bots/writeBot.js';
import { changedVersions, BotPayload } from '../bots/botPayload.js';
import { goLive } from '../versions/versions.js';

/** The input of mutations that need only a stage. */
@InputType({ description: 'Which stage of which bot.' })
export class StageInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => ShortText, 'The name of the stage.') stage: string;
}

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

@InputType({ description: 'Which stage is to be live.' })
class PromoteStageInput extends StageInput {
  @NullableField(() => ShortText, {
    description:
      'Why to make it live although its errors or tests forbid that; kept with the version.',
  })
  overrideReason?: string | null;
}

/** Promotes and deletes stages of bots. */
@Resolver()
export class StageMutations {
  /** Makes the version of a stage live. It runs with the variables and credentials of the flow, not with those of the stage. */
  @Mutation(() => PublishPayload, {
    description:
      'Makes new chats run the version of a stage, if the publish policy lets it; `BotStage.changes` says what that changes. The variables and credentials of the stage stay with the stage.',
  })
  async promoteStage(
    @Arg('input', () => PromoteStageInput, { description: 'Which stage.' })
    input: PromoteStageInput,
    @Ctx() context: Context,
  ): Promise<Partial<PublishPayload>> {
    const { botId, stage: name, overrideReason: given, clientMutationId } = input;
    const unit = context.openUnit();
    const found = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    const { versionId } = await findStage(unit, botId, name);
    const version = await findVersion(unit, botId, versionId);
    const checked = { reason: given ?? null, version };
    const { overrideReason } = await checkPublishable(context, found, checked);
    let before: string | null = null;
    const write = { botId, kind: BotChangeKind.PUBLISHED, clientMutationId };
    const bot = await writeBot(context, write, async (stored, inner) => {
      const stage = await findStage(inner, botId, name);
      if (stage.versionId !== versionId) throw commonFailure('CHANGED_MEANWHILE');
      if (overrideReason !== null) {
        await inner.nativeUpdate(BotVersion, { id: versionId }, { overrideReason });
      }
      before = await goLive(inner, stored, version);
      const { data } = publishedEvent(version, stored);
      const type = WebhookEventType.VERSION_PROMOTED;
      await tellWebhooks(inner, { botId, type, data: { ...data, stage: name } });
    });
    return { bot, version, changedVersions: await changedVersions(context, before, versionId) };
  }

  @Mutation(() => BotPayload, {
    description:
      'Deletes a stage of a bot, with its address. Its version and results stay, and chats that run go on.',
  })
  async deleteBotStage(
    @Arg('input', () => StageInput, { description: 'Which stage.' })
    { botId, stage: name, clientMutationId }: StageInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    const write = { botId, kind: BotChangeKind.STAGED, clientMutationId };
    const bot = await writeBot(context, write, async (_, inner) => {
      inner.remove(await findStage(inner, botId, name));
    });
    return { bot };
  }
}
