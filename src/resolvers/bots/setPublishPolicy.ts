import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot, accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { PublishPolicy } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { MutationInput } from '../mutationInput.js';
import { WorkspacePayload } from '../workspaces/workspacePayload.js';
import { BotPayload } from './botPayload.js';

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

/** Sets what publishing does about errors of drafts; for admins, so that whom it stops does not turn it off. */
@Resolver()
export class SetPublishPolicy {
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
