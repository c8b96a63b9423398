import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { WorkspaceRole } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Member } from '../../schema/member.js';
import { EmailAddress } from '../../schema/scalars.js';
import { endInvitations } from '../../storage/invitations.js';
import { addMember, findUserByEmail } from '../../storage/people.js';
import { findMembership } from '../../storage/memberships.js';
import { invite } from '../invitations/invitationCode.js';
import { InvitationPayload } from '../invitations/invitationPayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Whom to invite, and as what.' })
class InviteMemberInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
  @Field(() => EmailAddress, 'Whom to invite.') email: string;
  @Field(() => WorkspaceRole, 'What they may do in the workspace.') role: WorkspaceRole;
}

@ObjectType({ description: 'What inviting to a workspace answers with.' })
class InviteMemberPayload extends InvitationPayload {
  @NullableField(() => Member, 'The new member, when the person was known here already.')
  member?: Member;
}

/** Adds a person to a workspace: at once if they have an account, else by an invitation; for its admins. */
@Resolver()
export class InviteMember {
  @Mutation(() => InviteMemberPayload, {
    description: 'Adds a known person to a workspace, or invites an unknown one; for admins.',
  })
  async inviteMember(
    @Arg('input', () => InviteMemberInput, { description: 'Whom to invite, and as what.' })
    { workspaceId, email, role }: InviteMemberInput,
    @Ctx() context: Context,
  ): Promise<Partial<InviteMemberPayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    const person = await findUserByEmail(unit, email);
    if (!person)
      return invite(unit, context, { workspaceId, email, role, inviterId: caller.userId });
    const userId = person.id;
    if (await findMembership(unit, { userId, workspaceId })) {
      throw new Failure('MEMBER_EXISTS', 'This person belongs to the workspace already');
    }
    await endInvitations(unit, { workspaceId, botId: null, email });
    return { member: await addMember(unit, { workspaceId, userId, role }) };
  }
}
