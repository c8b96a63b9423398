import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { setChatStatus } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import { attend, InboxChatPayload, ClaimedChatInput, payloadOf } from './chatPayload.js';

/** Closes a chat. */
@Resolver()
export class CloseChat {
  @Mutation(() => InboxChatPayload, { description: 'Closes a chat; `reopenChat` lets it go on.' })
  async closeChat(
    @Arg('input', () => ClaimedChatInput, { description: 'Which chat.' })
    { sessionId, claim }: ClaimedChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { agent } = await attend(context, sessionId);
    const request = { sessionId, agent, claim: claim ?? undefined };
    await setChatStatus(context.chats, { ...request, status: 'CLOSED' });
    return payloadOf(context, sessionId);
  }
}
