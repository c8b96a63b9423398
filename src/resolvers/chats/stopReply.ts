import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { stopReply } from '../../chat/openReply.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';

@InputType()
class StopReplyInput extends MutationInput {
  @Field(() => ID, 'The secret of the chat, from the reply of its start.') sessionId: string;
}

@ObjectType()
class StopReplyPayload extends Payload {
  @NullableField(() => Boolean, 'Whether a reply was being streamed; otherwise nothing happened.')
  wasStreaming?: boolean;
}

/** Stops the reply that a chat is streaming, on whichever process. Closing a stream never stops it. */
@Resolver()
export class StopReply {
  @Mutation(() => StopReplyPayload, {
    description:
      'Stops the reply that is being streamed: the text so far is the reply, and the turn goes on.',
  })
  async stopReply(
    @Arg('input', () => StopReplyInput) { sessionId }: StopReplyInput,
    @Ctx() { chats, origin }: Context,
  ): Promise<Partial<StopReplyPayload>> {
    return { wasStreaming: await stopReply(chats, { sessionId, origin }) };
  }
}
