import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { Invitation } from '../../schema/invitation.js';
import { Workspace } from '../../schema/workspace.js';
import { findBotFor } from '../findBotFor.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';

/** The fields of an invitation that are not columns. */
@Resolver(() => Invitation)
export class InvitationFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it leads into; null for those who do not belong to it.',
  })
  async workspace(
    @Root() { workspaceId }: Invitation,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }

  @FieldResolver(() => Bot, {
    nullable: true,
    description:
      'The bot that is to be shared; null where there is none, and for those who may not read it.',
  })
  async bot(@Root() { botId }: Invitation, @Ctx() context: Context): Promise<Bot | null> {
    return botId === null ? null : findBotFor(context, botId, 'read');
  }
}
