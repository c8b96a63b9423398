import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** One workspace; null when there is none that the caller may read. */
@Resolver()
export class ReadWorkspace {
  @Query(() => Workspace, {
    nullable: true,
    description: 'One workspace; null when there is none that you may read.',
  })
  async workspace(
    @Arg('id', () => ID, { description: 'Its id.' }) workspaceId: string,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }
}
