import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { ApiToken } from '../../schema/apiToken.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** The fields of a token that are not columns. */
@Resolver(() => ApiToken)
export class ApiTokenFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The one workspace it may be used in; null for all, and once you have left it.',
  })
  async workspace(
    @Root() { workspaceId }: ApiToken,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return workspaceId === null ? null : findWorkspaceFor(context, workspaceId, 'see');
  }
}
