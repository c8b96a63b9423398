import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { ChatsView } from '../../schema/chatsView.js';
import { Holds } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** The views of the inbox of a workspace, for its members. */
@Resolver(() => Workspace)
export class WorkspaceChatsViews {
  @Holds(20)
  @FieldResolver(() => [ChatsView], {
    nullable: true,
    description:
      'Views of its inbox, your own and shared ones, oldest first: at most 50 of each; for members who may answer in chats.',
  })
  async chatsViews(
    @Root() { id: workspaceId }: Workspace,
    @Ctx() context: Context,
  ): Promise<ChatsView[] | null> {
    if (!(await findWorkspaceFor(context, workspaceId, 'attend'))) return null;
    const { userId } = signedIn(await context.caller());
    return context.loaders().chatsViews.load({ userId, workspaceId });
  }
}

/** The field of a view that depends on the caller. */
@Resolver(() => ChatsView)
export class ChatsViewFields {
  @FieldResolver(() => Boolean, { description: 'Whether you saved it first.' })
  async isOwn(@Root() { userId }: ChatsView, @Ctx() context: Context): Promise<boolean> {
    return userId === signedIn(await context.caller()).userId;
  }
}
