import { Arg, Ctx, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { handBack } from '../../chat/handBack.js';
import { setChatStatus } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import { ChatStatus } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { attend, ClaimedChatInput } from '../inbox/chats.js';
import { ChatPointPayload } from './debugging.js';

@InputType()
class SetSessionStatusInput extends ClaimedChatInput {
  @Field(() => ChatStatus, 'Who answers from now on.') status: ChatStatus;
}

@ObjectType()
class SetSessionStatusPayload extends ChatPointPayload {
  @NullableField(() => ChatStatus, 'Who answers now.') status?: ChatStatus;
}

/** Hands a chat over to a human agent, returns it to its bot, or closes it. */
@Resolver()
export class SetSessionStatus {
  @Mutation(() => SetSessionStatusPayload, {
    description:
      'Takes a chat over from its bot (`PAUSED`), gives it back (`OPEN`) or closes it for good (`CLOSED`).',
  })
  async setSessionStatus(
    @Arg('input', () => SetSessionStatusInput)
    { sessionId, status, claim }: SetSessionStatusInput,
    @Ctx() context: Context,
  ): Promise<Partial<SetSessionStatusPayload>> {
    const { chat, agent } = await attend(context, sessionId);
    const request = { sessionId, agent, claim: claim ?? undefined };
    const point =
      status === 'OPEN'
        ? await handBack(context.chats, request)
        : await setChatStatus(context.chats, { ...request, status });
    return { status, ...point, resultId: chat.resultId };
  }
}
