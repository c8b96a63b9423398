import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { watchChat } from '../../chat/watchChat.js';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';

@InputType()
class ShowTypingInput extends MutationInput {
  @Field(() => ID, 'The secret of the chat, from the reply of its start.') sessionId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether you type in place of the bot, which only those may who can answer there.',
  })
  isAgent: boolean;
}

@ObjectType()
class ShowTypingPayload extends Payload {}

/** Shows the watchers of a chat that somebody types in it. Nothing is stored. */
@Resolver()
export class ShowTyping {
  @Mutation(() => ShowTypingPayload, {
    description:
      'Shows those who watch `chatTyping` for 6 seconds that you type. Send it again every 3 seconds while that lasts; what is sent more often changes nothing.',
  })
  async showTyping(
    @Arg('input', () => ShowTypingInput) { sessionId, isAgent }: ShowTypingInput,
    @Ctx() context: Context,
  ): Promise<Partial<ShowTypingPayload>> {
    const { chats, origin, typing } = context;
    if (isAgent) {
      const at = { unit: context.openUnit(), pool: chats.pool };
      await accessChat(at, { caller: await context.caller(), sessionId });
      typing.show(sessionId, 'isAgentTyping');
    } else if (typing.isDue(sessionId, 'isVisitorTyping')) {
      await watchChat(chats, { sessionId, after: 0, origin });
      typing.show(sessionId, 'isVisitorTyping');
    }
    return {};
  }
}
