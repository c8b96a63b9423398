import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { Bot } from '../../schema/bot.js';
import { InFlightPolicy } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { MessageText } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import { BotPayload } from './botPayload.js';

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

/** Sets what becomes of the open chats of a bot. */
@Resolver()
export class SetInFlightPolicy {
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
