import {
  Args,
  Ctx,
  FieldResolver,
  ID,
  Resolver,
  Root,
  Arg,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import { isFor, accessWorkspace, signedIn, accessAccount } from '../../auth/access.js';
import { type Context, rightsTopic } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { WorkspaceRole } from '../../schema/enums.js';
import { NamedOrder } from '../../schema/orders.js';
import { Invitation } from '../../schema/invitation.js';
import { Member, memberId } from '../../schema/member.js';
import { User } from '../../schema/user.js';
import { Workspace } from '../../schema/workspace.js';
import { ArrangedArgs, arranged } from '../arranged.js';
import { assertInside, findWorkspaceFor } from '../findFor.js';
import { Holds } from '../../schema/queryCost.js';
import { Failure } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { EmailAddress } from '../../schema/scalars.js';
import { endInvitations } from '../../storage/invitations.js';
import { addMember, findUserByEmail, changeRole, removeMember } from '../../storage/people.js';
import { findMembership } from '../../storage/memberships.js';
import { invite, InvitationPayload } from '../invitations/invitations.js';
import { MutationInput } from '../mutationInput.js';
import { Payload } from '../../schema/userError.js';
import { DeletePayload } from '../deletePayload.js';

/** The members and invitations of a workspace, as far as the caller may see them. */
@Resolver(() => Workspace)
export class WorkspacePeople {
  @FieldResolver(() => WorkspaceRole, {
    nullable: true,
    description: 'What you may do in it; null where only something of it is shown to you.',
  })
  async viewerRole(
    @Root() { id: workspaceId }: Workspace,
    @Ctx() context: Context,
  ): Promise<WorkspaceRole | undefined> {
    const caller = await context.caller();
    if (!caller || !isFor(caller, workspaceId)) return undefined;
    return context.loaders().role.load({ userId: caller.userId, workspaceId });
  }

  @Holds(100)
  @FieldResolver(() => [Member], {
    nullable: true,
    description:
      'Who belongs to it; the name is that of the person, or their address without one. Not for guests.',
  })
  async members(
    @Root() workspace: Workspace,
    @Args(() => ArrangedArgs) args: ArrangedArgs,
    @Ctx() context: Context,
  ): Promise<Member[]> {
    await assertInside(workspace, context);
    const members = await context.loaders().members.load(workspace.id);
    if (!args.search && args.orderBy === NamedOrder.CREATED_AT_ASC) return members;
    const people = await context.loaders().user.loadMany(members.map(({ userId }) => userId));
    const named = members.map((member, index) => ({ member, name: nameOf(people[index]) }));
    return arranged(named, args, ({ name }) => name).map(({ member }) => member);
  }

  @Holds(100)
  @FieldResolver(() => [Invitation], {
    nullable: true,
    description: 'Open invitations to it and to its bots; not for guests.',
  })
  async invitations(@Root() workspace: Workspace, @Ctx() context: Context): Promise<Invitation[]> {
    await assertInside(workspace, context);
    return context.loaders().invitations.load(workspace.id);
  }
}

/** What a person is listed as. */
function nameOf(person: User | Error | undefined): string {
  return person === undefined || person instanceof Error ? '' : (person.name ?? person.email ?? '');
}

/** The fields of a member that are not columns. */
@Resolver(() => Member)
export class MemberFields {
  @FieldResolver(() => ID, { description: 'Names the membership for as long as it exists.' })
  id(@Root() member: Member): string {
    return memberId(member);
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace; null for those who do not belong to it.',
  })
  async workspace(
    @Root() { workspaceId }: Member,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }

  @FieldResolver(() => User, { description: 'The person.' })
  async user(@Root() { userId }: Member, @Ctx() context: Context): Promise<User> {
    const user = await context.loaders().user.load(userId);
    if (!user) throw commonFailure('MEMBER_NOT_FOUND');
    return user;
  }
}

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

@InputType({ description: 'Whom to remove from which workspace.' })
class RemoveMemberInput extends MutationInput {
  @Field(() => ID, 'The workspace.') workspaceId: string;
  @Field(() => ID, 'The person; yourself, to leave.') userId: string;
}

/** Changes who belongs to a workspace. */
@Resolver()
export class MemberMutations {
  /** Adds a person to a workspace: at once if they have an account, else by an invitation; for its admins. */
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

  /** Removes a member from a workspace. Admins may remove anybody, others only themselves. The last admin cannot be removed. */
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
