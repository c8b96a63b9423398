import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { startChat } from '../../chat/startChat.js';
import type { Context } from '../../context/context.js';
import { ChatPayload } from '../../schema/chatReply.js';
import { ShortText } from '../../schema/scalars.js';
import { StartOptionsInput } from './startOptionsInput.js';

@InputType()
class StartChatInput extends StartOptionsInput {
  @Field(() => ID, { description: "The bot's public id." })
  publicId: string;

  @Field(() => ID, { nullable: true, description: 'A result to overwrite.' })
  resultId?: string | null;

  @Field(() => ShortText, {
    nullable: true,
    description:
      'The stage of the bot to run instead of what is live; the same as `@<stage>` behind the public id.',
  })
  stage?: string | null;
}

/** Starts a chat of a published bot; takes no token. */
@Resolver()
export class StartChat {
  @Mutation(() => ChatPayload, { description: 'Starts a chat of a published bot; takes no token.' })
  async startChat(
    @Arg('input', () => StartChatInput) input: StartChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const reply = await startChat(context.chats, {
      ...input.options(context.origin),
      publicId: input.stage ? `${input.publicId}@${input.stage}` : input.publicId,
      resultId: input.resultId ?? undefined,
    });
    return { reply };
  }
}
