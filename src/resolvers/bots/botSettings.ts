import { Arg, Ctx, ID, InputType, Mutation, Resolver, Float } from 'type-graphql';
import { invalid } from '../../errors/errors.js';
import { accessBot, accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { changeAiBudget } from '../../storage/aiBudgets.js';
import { AiLimitsInput, limitsIn } from './aiLimitsInput.js';
import { BotPayload } from './botPayload.js';
import { MutationInput } from '../mutationInput.js';
import { loggedStartsWith } from '../../storage/loggedReplay.js';
import type { Bot } from '../../schema/bot.js';
import { InFlightPolicy, PublishPolicy } from '../../schema/enums.js';
import { MessageText } from '../../schema/scalars.js';
import { WorkspacePayload } from '../workspaces/workspaces.js';

/** A share of the chats of a bot, which is from 0 to 1; else `VALIDATION`. */
function validShare(share: number): number {
  if (share >= 0 && share <= 1) return share;
  throw invalid([{ path: ['share'], message: 'Must be from 0 to 1' }]);
}

@InputType({ description: 'Which bot, and what its AI blocks may take in a month.' })
class SetBotAiBudgetInput extends AiLimitsInput {
  @Field(() => ID, 'The bot.') botId: string;
}

@InputType()
class SetBotTracingInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => Float, 'Which part of its chats: from 0, none, to 1, all.') share: number;
}

@InputType()
class SetBotReplayInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => Float, 'Which part of its chats: from 0, none, to 1, all.') share: number;
}

@InputType()
class SetInFlightPolicyInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => InFlightPolicy, 'The policy.') policy: InFlightPolicy;

  @NullableField(() => MessageText, {
    description:
      'What is said in chats that `MOVE_NOW_OR_END` ends; `{{variables}}` are filled in.',
  })
  message?: string | null;
}

/** Sets the policy of a bot. A message belongs to one that ends chats. */
export function setInFlight(
  bot: Bot,
  policy: InFlightPolicy,
  message: string | null | undefined,
): void {
  bot.inFlightPolicy = policy;
  bot.inFlightMessage = policy === InFlightPolicy.MOVE_NOW_OR_END ? (message ?? null) : null;
}

@InputType()
class SetBotPublishPolicyInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;

  @NullableField(() => PublishPolicy, 'The policy; null or absent: that of its workspace.')
  policy: PublishPolicy | null;
}

@InputType()
class SetWorkspacePublishPolicyInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
  @Field(() => PublishPolicy, 'The policy of its bots that have none.') policy: PublishPolicy;
}

/** Changes settings of bots that are not part of the draft. */
@Resolver()
export class BotSettingMutations {
  @Mutation(() => BotPayload, {
    description:
      'Limits what the AI blocks of a bot take in a month; for members of its workspace. The operator may have set less.',
  })
  async setBotAiBudget(
    @Arg('input', () => SetBotAiBudgetInput, { description: 'Which bot, and how much.' })
    input: SetBotAiBudgetInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const { botId } = input;
    const unit = context.openUnit();
    const bot = await accessBot(unit, { caller: await context.caller(), botId, intent: 'limit' });
    await changeAiBudget(unit, { botId }, limitsIn(input, 'bot', context.aiBudgets));
    context.forget();
    return { bot };
  }

  @Mutation(() => BotPayload, {
    description:
      'Sets which part of the chats that begin from now on is traced. Previews of people who may read the bot are traced anyway.',
  })
  async setBotTracing(
    @Arg('input', () => SetBotTracingInput) { botId, share }: SetBotTracingInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const traceShare = validShare(share);
    const unit = context.openUnit();
    const bot = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    bot.traceShare = traceShare;
    await unit.flush();
    context.forget();
    return { bot };
  }

  /** Sets of which part of a bot's chats is kept what running them again needs. */
  @Mutation(() => BotPayload, {
    description:
      'Sets of which part of the chats that begin from now on is kept what `replayChats` needs: messages as they were sent, and what services answered, without secrets. It is deleted with the results.',
  })
  async setBotReplay(
    @Arg('input', () => SetBotReplayInput) { botId, share }: SetBotReplayInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const replayShare = validShare(share);
    const bot = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    bot.replayShare = replayShare;
    bot.loggedStarts = loggedStartsWith(bot.loggedStarts, replayShare, context.chats.now());
    await unit.flush();
    context.forget();
    return { bot };
  }

  @Mutation(() => BotPayload, {
    description:
      'Sets what becomes of open chats of a bot that run another version than the live one, from their next message on. `movePlan` says before how many can move.',
  })
  async setInFlightPolicy(
    @Arg('input', () => SetInFlightPolicyInput)
    { botId, policy, message }: SetInFlightPolicyInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const bot = await accessBot(unit, { caller: await context.caller(), botId, intent: 'write' });
    setInFlight(bot, policy, message);
    await unit.flush();
    context.chats.announceMoves(botId);
    context.wakeUps.announce(botId);
    context.forget();
    return { bot };
  }

  /** Sets what publishing does about errors of drafts; for admins, so that whom it stops does not turn it off. */
  @Mutation(() => BotPayload, {
    description:
      'Sets what publishing a bot does about errors of its draft and tests that fail; for admins of its workspace.',
  })
  async setBotPublishPolicy(
    @Arg('input', () => SetBotPublishPolicyInput)
    { botId, policy = null }: SetBotPublishPolicyInput,
    @Ctx() context: Context,
  ): Promise<Partial<BotPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const bot = await accessBot(unit, { caller, botId, intent: 'govern' });
    bot.publishPolicy = policy;
    await unit.flush();
    context.wakeUps.announce(botId);
    context.forget();
    return { bot };
  }

  @Mutation(() => WorkspacePayload, {
    description:
      'Sets what publishing does about errors and tests that fail, for the bots of a workspace without a policy of their own; for its admins.',
  })
  async setWorkspacePublishPolicy(
    @Arg('input', () => SetWorkspacePublishPolicyInput)
    { workspaceId, policy }: SetWorkspacePublishPolicyInput,
    @Ctx() context: Context,
  ): Promise<Partial<WorkspacePayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const workspace = await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    workspace.publishPolicy = policy;
    await unit.flush();
    context.forget();
    return { workspace };
  }
}
