import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { AiUsage } from '../../schema/aiUsage.js';
import { Bot } from '../../schema/bot.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { assertInside } from '../workspaces/assertInside.js';

/** What a bot took of AI. Reading the bot includes it. */
@Resolver(() => Bot)
export class BotAiUsage {
  @Costs(STATEMENT)
  @FieldResolver(() => AiUsage, { description: 'What its AI blocks took in the current month.' })
  aiUsage(@Root() { id }: Bot, @Ctx() context: Context): Promise<AiUsage> {
    return context.loaders().aiUsage.load(id);
  }
}

/** What the bots of a workspace took of AI, those that have moved or were deleted among them. */
@Resolver(() => Workspace)
export class WorkspaceAiUsage {
  @Costs(STATEMENT)
  @FieldResolver(() => AiUsage, {
    nullable: true,
    description: 'What the AI blocks of its bots took in the current month.',
  })
  async aiUsage(@Root() workspace: Workspace, @Ctx() context: Context): Promise<AiUsage> {
    await assertInside(workspace, context);
    return context.loaders().aiUsage.load(workspace.id);
  }
}
