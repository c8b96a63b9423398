import { Arg, Ctx, Float, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { loggedStartsWith } from '../../storage/loggedReplay.js';
import { MutationInput } from '../mutationInput.js';
import { BotPayload } from './botPayload.js';
import { validShare } from './validShare.js';

@InputType()
class SetBotReplayInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => Float, 'Which part of its chats: from 0, none, to 1, all.') share: number;
}

/** Sets of which part of a bot's chats is kept what running them again needs. */
@Resolver()
export class SetBotReplay {
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
}
