import { Arg, Ctx, ID, InputType, Int, Mutation, Resolver } from 'type-graphql';
import { accessChat, botCaller } from '../../auth/access.js';
import { branchChat } from '../../chat/branchChat.js';
import type { Context } from '../../context/context.js';
import type { Breakpoint } from '../../engine/index.js';
import { ChatPayload } from '../../schema/chatReply.js';
import { Breakpoints } from '../../schema/breakpoints.js';
import { Field, NullableField } from '../../schema/field.js';
import { MutationInput } from '../mutationInput.js';

@InputType()
class BranchChatInput extends MutationInput {
  @Field(() => ID, 'The chat: a preview, or one of a visitor.') sessionId: string;
  @Field(() => Int, 'The turn after which it is to go on in another way.') turn: number;

  @NullableField(() => Breakpoints, 'Where turns of the branch pause.')
  breakpoints?: Breakpoint[] | null;
}

/** Goes back to a turn of a chat. */
@Resolver()
export class BranchChat {
  @Mutation(() => ChatPayload, {
    description:
      'Starts a preview that is as a traced chat was after one of its turns, and waits for another answer there. Nothing that was done before is done again.',
  })
  async branchChat(
    @Arg('input', () => BranchChatInput) { sessionId, turn, breakpoints }: BranchChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    // The branch shows what the trace tells. People who may answer in a chat may read its trace; their token has to allow it as well.
    const caller = botCaller(await context.caller(), 'readResults');
    const { botId } = await accessChat(at, { caller, sessionId });
    const branch = { sessionId, botId, turn, breakpoints: breakpoints ?? undefined };
    return { reply: await branchChat(context.chats, branch) };
  }
}
