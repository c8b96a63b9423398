import { Arg, Ctx, ID, InputType, Int, Mutation, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { stepChat } from '../../chat/stepChat.js';
import type { Context } from '../../context/context.js';
import { ChatPayload } from '../../schema/chatReply.js';
import { Field, NullableField } from '../../schema/field.js';
import { StepTo } from '../../schema/traceEnums.js';
import { MutationInput } from '../mutationInput.js';
import { SEEN_PAUSE } from './seenPause.js';

@InputType()
class StepChatInput extends MutationInput {
  @Field(() => ID, 'The preview, whose turn is paused.') sessionId: string;

  @NullableField(() => StepTo, {
    defaultValue: StepTo.NEXT_BLOCK,
    description: 'How far its turn goes on, at most to its end.',
  })
  to?: StepTo | null;

  @NullableField(() => ID, 'A block before which it pauses as well.') blockId?: string | null;
  @NullableField(() => Int, SEEN_PAUSE) pause?: number | null;
}

/** Goes on with a paused turn. */
@Resolver()
export class StepChat {
  @Mutation(() => ChatPayload, {
    description:
      'Goes on with the paused turn of a preview, up to its next pause or its end. The reply is that of the turn so far.',
  })
  async stepChat(
    @Arg('input', () => StepChatInput) { sessionId, to, blockId, pause }: StepChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    await accessChat(at, { caller: await context.caller(), sessionId, intent: 'preview' });
    const goOn = { isSingle: to !== StepTo.BREAKPOINT, blockId: blockId ?? undefined };
    const seen = { sessionId, pause: pause ?? undefined };
    return { reply: await stepChat(context.chats, { ...seen, goOn }) };
  }
}
