import { Arg, Ctx, ID, InputType, Int, Mutation, Resolver } from 'type-graphql';
import { continueChat } from '../../chat/turn.js';
import type { Context } from '../../context/context.js';
import type { UserMessage } from '../../engine/index.js';
import { ChatPayload } from '../../schema/chatReply.js';
import { Field, NullableField } from '../../schema/field.js';
import { IdempotencyKey, SentMessage } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';
import { ONCE, idempotencyOf } from './idempotencyOf.js';

@InputType()
class ContinueChatInput extends MutationInput {
  @Field(() => ID, 'The secret of the chat, from the reply of its start.') sessionId: string;

  @NullableField(() => SentMessage, {
    description: 'What the person sends; without it the waiting input is asked again.',
  })
  message?: UserMessage | null;

  @NullableField(() => Int, {
    description:
      'The number of the last turn you have seen: `TURN_CONFLICT` if the chat has come further.',
  })
  expectedTurn?: number | null;

  @NullableField(() => IdempotencyKey, ONCE) idempotencyKey?: string | null;
}

/** Takes the next turn of a chat; the session id is enough. */
@Resolver()
export class ContinueChat {
  @Mutation(() => ChatPayload, {
    description: 'Takes the next turn of a chat; the session id is the secret, no token is needed.',
  })
  async continueChat(
    @Arg('input', () => ContinueChatInput) input: ContinueChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const reply = await continueChat(context.chats, {
      sessionId: input.sessionId,
      message: input.message ?? undefined,
      expectedTurn: input.expectedTurn ?? undefined,
      once: idempotencyOf(input, context.origin),
      origin: context.origin,
      clientAddress: context.clientAddress,
    });
    return { reply };
  }
}
