import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessAccount, accessWorkspace, signedIn } from '../../auth/access.js';
import { rightsTopic, type Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { removeMember } from '../../storage/people.js';
import { DeletePayload } from '../deletePayload.js';
import { memberId } from '../../schema/member.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Whom to remove from which workspace.' })
class RemoveMemberInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
  @Field(() => ID, 'The person; yourself, to leave.') userId: string;
}

/** Removes a member from a workspace. Admins may remove anybody, others only themselves. The last admin cannot be removed. */
@Resolver()
export class RemoveMember {
  @Mutation(() => DeletePayload, {
    description: 'Removes a person from a workspace: admins anybody, others only themselves.',
  })
  async removeMember(
    @Arg('input', () => RemoveMemberInput, { description: 'Whom to remove from which workspace.' })
    { workspaceId, userId }: RemoveMemberInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const isLeaving = caller.userId === userId;
    const intent = isLeaving ? 'see' : 'administer';
    if (isLeaving) accessAccount(caller, 'write');
    await accessWorkspace(unit, { caller, workspaceId, intent });
    await removeMember(unit, { workspaceId, userId });
    context.wakeUps.announce(rightsTopic(userId));
    return { deletedId: memberId({ workspaceId, userId }), userId, workspaceId };
  }
}
