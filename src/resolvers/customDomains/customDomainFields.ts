import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { CustomDomain } from '../../schema/customDomain.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** The fields of a domain that are not columns of it. */
@Resolver(() => CustomDomain)
export class CustomDomainFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it belongs to; null for those who do not.',
  })
  async workspace(
    @Root() { workspaceId }: CustomDomain,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }
}
