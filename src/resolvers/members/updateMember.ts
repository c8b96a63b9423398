import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import { rightsTopic, type Context } from '../../context/context.js';
import { WorkspaceRole } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Member } from '../../schema/member.js';
import { Payload } from '../../schema/userError.js';
import { changeRole } from '../../storage/people.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which member, and their new role.' })
class UpdateMemberInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
  @Field(() => ID, 'The person.') userId: string;
  @Field(() => WorkspaceRole, 'What they may do from now on.') role: WorkspaceRole;
}

@ObjectType({ description: 'What changing a role answers with.' })
class MemberPayload extends Payload {
  @NullableField(() => Member, 'The member as they are now.') member?: Member;
}

/** Changes the role of a member; for admins of the workspace. At least one admin must remain. */
@Resolver()
export class UpdateMember {
  @Mutation(() => MemberPayload, {
    description: 'Changes the role of a member; for admins, one of whom must stay.',
  })
  async updateMember(
    @Arg('input', () => UpdateMemberInput, { description: 'Which member, and their new role.' })
    { workspaceId, userId, role }: UpdateMemberInput,
    @Ctx() context: Context,
  ): Promise<Partial<MemberPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    const member = await changeRole(unit, { workspaceId, userId, role });
    context.wakeUps.announce(rightsTopic(userId));
    return { member };
  }
}
