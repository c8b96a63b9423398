import { Args, Ctx, FieldResolver, ObjectType, Query, Resolver } from 'type-graphql';
import { rolesThatMay, callerWith, scopesFor } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { User } from '../../schema/user.js';
import { WorkspaceConnection } from '../../schema/workspace.js';
import { listWorkspaces } from '../../storage/workspaces.js';
import { PageArgs, connectionFrom, idInCursor, sliceOf } from '../pageArgs.js';

/** The caller. */
@ObjectType({ description: 'The caller.' })
export class Viewer {
  @Field(() => User, 'The person.') user: User;
}

/** The caller, and what they may see. */
@Resolver(() => Viewer)
export class ReadViewer {
  @Query(() => Viewer, { nullable: true, description: 'The caller; null without a token.' })
  async viewer(@Ctx() context: Context): Promise<Viewer | null> {
    return findViewer(context);
  }

  @FieldResolver(() => WorkspaceConnection, {
    description: 'The workspaces they belong to, as guests too, oldest first.',
  })
  async workspaces(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
  ): Promise<WorkspaceConnection> {
    const caller = callerWith(await context.caller(), scopesFor('see'));
    const slice = sliceOf(args, idInCursor);
    const { userId, workspaceId: only } = caller;
    const asked = { userId, roles: rolesThatMay('see'), ...(only !== null && { only }) };
    return connectionFrom(await listWorkspaces(context.openUnit(), asked, slice), ({ id }) => id);
  }
}

/** The caller; null without a token. */
export async function findViewer(context: Context): Promise<Viewer | null> {
  const caller = await context.caller();
  const user = caller && (await context.loaders().user.load(caller.userId));
  return user ? { user } : null;
}
