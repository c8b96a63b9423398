import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { showsTypedText } from '../../chat/typedText.js';
import { watchChat } from '../../chat/watchChat.js';
import type { Context } from '../../context/context.js';
import { type Failure, invalid } from '../../errors/errors.js';
import { TypedText } from '../../schema/chatTypists.js';
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

  @Field(() => TypedText, {
    nullable: true,
    description:
      'What the visitor has typed so far, for `ChatTypists.visitorText`; empty once nothing is left of it, which ends the sign. It is shown only while a person has the chat, and where `settings.general.isTypedTextShown` of the bot is on; else it counts as a sign without it. At most twice a second, the newest.',
  })
  text?: string | null;
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
    @Arg('input', () => ShowTypingInput) { sessionId, isAgent, text }: ShowTypingInput,
    @Ctx() context: Context,
  ): Promise<Partial<ShowTypingPayload>> {
    const hasText = typeof text === 'string';
    if (isAgent && hasText) throw ofVisitors();
    if (isAgent) await showAgent(context, sessionId);
    else if (hasText) await showText(context, sessionId, text);
    else await showVisitor(context, sessionId);
    return {};
  }
}

function ofVisitors(): Failure {
  return invalid([{ path: ['text'], message: 'Only visitors show what they type' }]);
}

async function showAgent(context: Context, sessionId: string): Promise<void> {
  const at = { unit: context.openUnit(), pool: context.chats.pool };
  await accessChat(at, { caller: await context.caller(), sessionId });
  context.typing.show(sessionId, 'isAgentTyping');
}

async function showVisitor({ chats, origin, typing }: Context, sessionId: string): Promise<void> {
  if (!typing.isDue(sessionId, 'isVisitorTyping')) return;
  await watchChat(chats, { sessionId, after: 0, origin });
  typing.show(sessionId, 'isVisitorTyping');
}

async function showText(
  { chats, origin, typing }: Context,
  sessionId: string,
  text: string,
): Promise<void> {
  const chat = await watchChat(chats, { sessionId, after: 0, origin });
  if (await showsTypedText(chats, chat)) typing.showText(sessionId, text);
  else if (text !== '') typing.show(sessionId, 'isVisitorTyping');
}
