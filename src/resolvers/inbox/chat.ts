import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Chat } from '../../schema/chat.js';

/** One chat, whether or not a person took part in it. */
@Resolver()
export class FindChat {
  @Query(() => Chat, {
    nullable: true,
    description: 'One chat, also one in which no person took part; null for a preview.',
  })
  async chat(
    @Arg('sessionId', () => ID, { description: 'The chat.' }) sessionId: string,
    @Ctx() context: Context,
  ): Promise<Chat | null> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    await accessChat(at, { caller: await context.caller(), sessionId });
    return (await context.loaders().chat.load(sessionId)) ?? null;
  }
}
