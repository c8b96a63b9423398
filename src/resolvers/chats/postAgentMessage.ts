import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { postAgentMessage } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import type { Message } from '../../engine/index.js';
import { ChatMessage } from '../../schema/chatMessage.js';
import { MessageText } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import { ChatPointPayload } from './chatPointPayload.js';

@InputType()
class PostAgentMessageInput extends MutationInput {
  @Field(() => ID, { description: 'The chat.' })
  sessionId: string;

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
    @Arg('input', () => PostAgentMessageInput) { sessionId, text }: PostAgentMessageInput,
    @Ctx() context: Context,
  ): Promise<Partial<PostAgentMessagePayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    const { resultId } = await accessChat(at, { caller: await context.caller(), sessionId });
    return { ...(await postAgentMessage(context.chats, { sessionId, text })), resultId };
  }
}
