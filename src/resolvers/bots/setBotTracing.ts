import { Arg, Ctx, Float, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { MutationInput } from '../mutationInput.js';
import { BotPayload } from './botPayload.js';
import { validShare } from './validShare.js';

@InputType()
class SetBotTracingInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => Float, 'Which part of its chats: from 0, none, to 1, all.') share: number;
}

/** Sets which part of a bot's chats is traced. */
@Resolver()
export class SetBotTracing {
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
}
