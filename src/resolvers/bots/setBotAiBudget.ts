import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { changeAiBudget } from '../../storage/aiBudgets.js';
import { AiLimitsInput, limitsIn } from './aiLimitsInput.js';
import { BotPayload } from './botPayload.js';

@InputType({ description: 'Which bot, and what its AI blocks may take in a month.' })
class SetBotAiBudgetInput extends AiLimitsInput {
  @Field(() => ID, 'The bot.') botId: string;
}

/** Limits the AI usage of a bot; for members of its workspace, which pays for it. */
@Resolver()
export class SetBotAiBudget {
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
}
