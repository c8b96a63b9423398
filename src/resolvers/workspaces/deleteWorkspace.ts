import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import { rightsTopic, type Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { listMembers } from '../../storage/people.js';
import { deleteWorkspace } from '../../storage/workspaces.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which workspace.' })
class DeleteWorkspaceInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
}

/** Deletes a workspace with everything in it, permanently; for its admins. */
@Resolver()
export class DeleteWorkspace {
  @Mutation(() => DeletePayload, {
    description: 'Deletes a workspace with its bots and their results, for good; for its admins.',
  })
  async deleteWorkspace(
    @Arg('input', () => DeleteWorkspaceInput, { description: 'Which workspace.' })
    { workspaceId }: DeleteWorkspaceInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    const members = await listMembers(unit, [workspaceId]);
    await deleteWorkspace(unit, workspaceId);
    for (const { userId } of members) context.wakeUps.announce(rightsTopic(userId));
    return { deletedId: workspaceId };
  }
}
