import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { reopenChat } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import { attend, InboxChatInput, InboxChatPayload, payloadOf } from './chatPayload.js';

/** Lets a chat go on that was closed or has ended. */
@Resolver()
export class ReopenChat {
  @Mutation(() => InboxChatPayload, {
    description: 'Lets a closed or ended chat go on, with a person who answers (`PAUSED`).',
  })
  async reopenChat(
    @Arg('input', () => InboxChatInput, { description: 'Which chat.' })
    { sessionId }: InboxChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { agent } = await attend(context, sessionId);
    await reopenChat(context.chats, { sessionId, agent });
    return payloadOf(context, sessionId);
  }
}
