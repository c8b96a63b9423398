import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { handBack } from '../../chat/handBack.js';
import type { Context } from '../../context/context.js';
import { NullableField } from '../../schema/field.js';
import { attend, InboxChatPayload, ClaimedChatInput, payloadOf } from './chatPayload.js';

@InputType({ description: 'Which chat to give back to its bot, and where the bot goes on.' })
class ReleaseChatInput extends ClaimedChatInput {
  @NullableField(() => ID, {
    description:
      'The group of the flow at which the bot goes on at once; absent: after the block that handed the chat over, else the input at which it waits.',
  })
  groupId?: string | null;
}

/** Gives a chat back to its bot. */
@Resolver()
export class ReleaseChat {
  @Mutation(() => InboxChatPayload, {
    description:
      'Gives a chat back to its bot, which goes on where it waits or at a group. Nobody has the chat then.',
  })
  async releaseChat(
    @Arg('input', () => ReleaseChatInput, { description: 'Which chat, and where the bot goes on.' })
    { sessionId, groupId, claim }: ReleaseChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { agent } = await attend(context, sessionId);
    const place = { groupId: groupId ?? undefined, claim: claim ?? undefined };
    await handBack(context.chats, { sessionId, agent, ...place });
    return payloadOf(context, sessionId);
  }
}
