import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field } from '../../schema/field.js';
import { deleteCannedReply, findCannedReply } from '../../storage/cannedReplies.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which canned reply.' })
class DeleteCannedReplyInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => ID, 'The canned reply.') cannedReplyId: string;
}

/** Deletes a canned reply. Messages that were sent with it stay. */
@Resolver()
export class DeleteCannedReply {
  @Mutation(() => DeletePayload, {
    description: 'Deletes a canned reply; messages that were sent with it stay.',
  })
  async deleteCannedReply(
    @Arg('input', () => DeleteCannedReplyInput, { description: 'Which canned reply.' })
    { workspaceId, cannedReplyId }: DeleteCannedReplyInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'attend' });
    const reply = await findCannedReply(unit, workspaceId, cannedReplyId);
    if (!reply) throw commonFailure('CANNED_REPLY_NOT_FOUND');
    await deleteCannedReply(unit, reply);
    return { deletedId: cannedReplyId, workspaceId };
  }
}
