import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { startChat } from '../../chat/startChat.js';
import type { Context } from '../../context/context.js';
import { ChatPayload } from '../../schema/chatReply.js';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { StartOptionsInput } from './startOptionsInput.js';

@InputType()
class StartChatInput extends StartOptionsInput {
  @Field(() => ID, "The bot's public id.") publicId: string;
  @NullableField(() => ID, 'A result to overwrite.') resultId?: string | null;

  @NullableField(() => ShortText, {
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
