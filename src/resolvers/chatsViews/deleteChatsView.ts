import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field } from '../../schema/field.js';
import { deleteChatsView, findChatsView } from '../../storage/chatsViews.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which view to delete.' })
class DeleteChatsViewInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => ID, 'The view.') chatsViewId: string;
}

/** Deletes a view of the inbox. */
@Resolver()
export class DeleteChatsView {
  @Mutation(() => DeletePayload, {
    description: 'Deletes a view of the inbox of a workspace: your own, or a shared one.',
  })
  async deleteChatsView(
    @Arg('input', () => DeleteChatsViewInput, { description: 'Which view.' })
    { workspaceId, chatsViewId: id }: DeleteChatsViewInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessWorkspace(unit, { caller, workspaceId, intent: 'attend' });
    const { userId } = signedIn(caller);
    const view = await findChatsView(unit, { id, workspaceId, userId });
    const isDeleted = view !== null && (await deleteChatsView(unit, { id, userId }));
    if (!isDeleted) throw commonFailure('CHATS_VIEW_NOT_FOUND');
    return { deletedId: id, workspaceId };
  }
}
