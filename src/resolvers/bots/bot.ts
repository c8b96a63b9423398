import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { findBotFor } from '../findFor.js';

/** One bot; null when there is none that the caller may read. */
@Resolver()
export class ReadBot {
  @Query(() => Bot, {
    nullable: true,
    description: 'One bot; null when there is none that you may read.',
  })
  async bot(
    @Arg('id', () => ID, { description: 'Its id.' }) botId: string,
    @Ctx() context: Context,
  ): Promise<Bot | null> {
    return findBotFor(context, botId, 'read');
  }
}
