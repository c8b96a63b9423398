import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { CannedReply } from '../../schema/cannedReply.js';
import { Holds } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** The canned replies of a workspace, for its members. */
@Resolver(() => Workspace)
export class WorkspaceCannedReplies {
  @Holds(100)
  @FieldResolver(() => [CannedReply], {
    nullable: true,
    description:
      'Texts that its agents send again and again, by their shortcuts; for members who may answer in chats.',
  })
  async cannedReplies(
    @Root() { id: workspaceId }: Workspace,
    @Ctx() context: Context,
  ): Promise<CannedReply[] | null> {
    if (!(await findWorkspaceFor(context, workspaceId, 'attend'))) return null;
    return context.loaders().cannedReplies.load(workspaceId);
  }
}

/** The field of a canned reply that is no column. */
@Resolver(() => CannedReply)
export class CannedReplyFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it belongs to.',
  })
  async workspace(
    @Root() { workspaceId }: CannedReply,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'attend');
  }
}
