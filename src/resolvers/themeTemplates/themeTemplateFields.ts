import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { ThemeTemplate } from '../../schema/themeTemplate.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** The fields of a theme template that are not columns. */
@Resolver(() => ThemeTemplate)
export class ThemeTemplateFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it belongs to; null for those who do not.',
  })
  async workspace(
    @Root() { workspaceId }: ThemeTemplate,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }
}
