import { Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { isFor } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { WorkspaceRole } from '../../schema/enums.js';
import { NamedOrder } from '../../schema/orders.js';
import { Invitation } from '../../schema/invitation.js';
import { Member, memberId } from '../../schema/member.js';
import { User } from '../../schema/user.js';
import { Workspace } from '../../schema/workspace.js';
import { ArrangedArgs, arranged } from '../arranged.js';
import { assertInside } from '../workspaces/assertInside.js';
import { Holds } from '../../schema/queryCost.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

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
