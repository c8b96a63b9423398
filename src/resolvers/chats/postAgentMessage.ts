import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { postAgentMessage } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import type { Message } from '../../engine/index.js';
import { ChatMessage } from '../../schema/chatMessage.js';
import { MessageText } from '../../schema/scalars.js';
import { attend, ClaimedChatInput } from '../inbox/chatPayload.js';
import { ChatPointPayload } from './chatPointPayload.js';

@InputType()
class PostAgentMessageInput extends ClaimedChatInput {
  @Field(() => MessageText, { description: 'The text; each line is a paragraph.' })
  text: string;
}

@ObjectType()
class PostAgentMessagePayload extends ChatPointPayload {
  @Field(() => ChatMessage, { nullable: true, description: 'The message as the visitor sees it.' })
  message?: Message;
}

/** Posts a message of a human agent in a chat. */
@Resolver()
export class PostAgentMessage {
  @Mutation(() => PostAgentMessagePayload, {
    description: 'Sends a message in a chat in place of its bot, whether or not it was taken over.',
  })
  async postAgentMessage(
    @Arg('input', () => PostAgentMessageInput)
    { sessionId, text, claim }: PostAgentMessageInput,
    @Ctx() context: Context,
  ): Promise<Partial<PostAgentMessagePayload>> {
    const { chat, agent } = await attend(context, sessionId);
    const request = { sessionId, agent, claim: claim ?? undefined };
    const posted = await postAgentMessage(context.chats, { ...request, text });
    return { ...posted, resultId: chat.resultId };
  }
}
