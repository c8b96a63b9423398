import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { setChatTracing } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { MutationInput } from '../mutationInput.js';
import { ChatPointPayload } from './debugging.js';

@InputType()
class SetChatTracingInput extends MutationInput {
  @Field(() => ID, 'The chat.') sessionId: string;
  @Field(() => Boolean, 'Whether its turns are traced from now on.') isTraced: boolean;
}

@ObjectType()
class SetChatTracingPayload extends ChatPointPayload {
  @NullableField(() => Boolean, 'Whether its turns are traced now.') isTraced?: boolean;
}

/** Switches the trace of one chat on or off. */
@Resolver()
export class SetChatTracing {
  @Mutation(() => SetChatTracingPayload, {
    description: 'Traces the turns of one chat from now on, or no longer.',
  })
  async setChatTracing(
    @Arg('input', () => SetChatTracingInput) { sessionId, isTraced }: SetChatTracingInput,
    @Ctx() context: Context,
  ): Promise<Partial<SetChatTracingPayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    const { resultId } = await accessChat(at, { caller: await context.caller(), sessionId });
    const point = await setChatTracing(context.chats, { sessionId, isTraced });
    return { isTraced, ...point, resultId };
  }
}
