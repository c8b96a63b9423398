import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { AiBudget, type AiLimits } from '../../schema/aiBudget.js';
import { AiUsage } from '../../schema/aiUsage.js';
import { Bot } from '../../schema/bot.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { limitsOf } from '../../storage/aiBudgets.js';
import { assertInside } from '../findFor.js';

/** The AI usage and budget of a bot, for everybody who may read the bot. */
@Resolver(() => Bot)
export class BotAiUsage {
  @Costs(STATEMENT)
  @FieldResolver(() => AiUsage, { description: 'What its AI blocks took in the current month.' })
  aiUsage(@Root() { id }: Bot, @Ctx() context: Context): Promise<AiUsage> {
    return context.loaders().aiUsage.load(id);
  }

  @Costs(STATEMENT)
  @FieldResolver(() => AiBudget, {
    description:
      'What its AI blocks may take in a month: the least of what was set and what the operator allows.',
  })
  async aiBudget(@Root() { id }: Bot, @Ctx() context: Context): Promise<AiLimits> {
    return limitsOf('bot', context.aiBudgets, await context.loaders().aiLimits.load(id));
  }
}

/** The AI usage and budget of a workspace. Bots that were moved away or deleted count as well. */
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

  @Costs(STATEMENT)
  @Holds(13)
  @FieldResolver(() => [AiUsage], {
    nullable: true,
    description:
      'What the AI blocks of its bots took month by month, the newest first; months are kept for a year.',
  })
  async aiUsageByMonth(@Root() workspace: Workspace, @Ctx() context: Context): Promise<AiUsage[]> {
    await assertInside(workspace, context);
    return context.loaders().aiMonths.load(workspace.id);
  }

  @Costs(STATEMENT)
  @FieldResolver(() => AiBudget, {
    nullable: true,
    description:
      'What the AI blocks of its bots may take in a month: the least of what was set and what the operator allows.',
  })
  async aiBudget(@Root() workspace: Workspace, @Ctx() context: Context): Promise<AiLimits> {
    await assertInside(workspace, context);
    const own = await context.loaders().aiLimits.load(workspace.id);
    return limitsOf('workspace', context.aiBudgets, own);
  }
}
