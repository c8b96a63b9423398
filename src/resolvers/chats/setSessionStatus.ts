import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { setChatStatus } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import { ChatStatus } from '../../schema/enums.js';
import { MutationInput } from '../mutationInput.js';
import { ChatPointPayload } from './chatPointPayload.js';

@InputType()
class SetSessionStatusInput extends MutationInput {
  @Field(() => ID, { description: 'The chat.' })
  sessionId: string;

  @Field(() => ChatStatus, { description: 'Who answers from now on.' })
  status: ChatStatus;
}

@ObjectType()
class SetSessionStatusPayload extends ChatPointPayload {
  @Field(() => ChatStatus, { nullable: true, description: 'Who answers now.' })
  status?: ChatStatus;
}

/** Hands a chat over to a human agent, returns it to its bot, or closes it. */
@Resolver()
export class SetSessionStatus {
  @Mutation(() => SetSessionStatusPayload, {
    description:
      'Takes a chat over from its bot (`PAUSED`), gives it back (`OPEN`) or closes it for good (`CLOSED`).',
  })
  async setSessionStatus(
    @Arg('input', () => SetSessionStatusInput) { sessionId, status }: SetSessionStatusInput,
    @Ctx() context: Context,
  ): Promise<Partial<SetSessionStatusPayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    const { resultId } = await accessChat(at, { caller: await context.caller(), sessionId });
    const point = await setChatStatus(context.chats, { sessionId, status });
    return { status, ...point, resultId };
  }
}
