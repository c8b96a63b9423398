import { Args, ArgsType, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotStats, StatsPoint } from '../../schema/botStats.js';
import type { BotTotals } from '../../schema/botStatsChange.js';
import { NullableField } from '../../schema/field.js';
import type { CountQuery, Totals } from '../../storage/counts.js';
import type { Asked } from '../../storage/pageLoaders.js';
import { flowsAskedFor } from '../bots/findVersionOf.js';
import { TimeRangeArgs, windowOf } from '../timeRangeArgs.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { mayReadWorkspace } from '../findFor.js';

/** The arguments that select what is counted. */
@ArgsType()
export class StatsArgs extends TimeRangeArgs {
  @NullableField(() => ID, {
    description: 'Only what began with this version; versions that are the same count as one.',
  })
  versionId?: string | null;
}

/** The counts, with the function that reads them by day. */
export interface StatsShown extends Omit<BotStats, 'series'> {
  readonly byDay: () => Promise<StatsPoint[]>;
}

/** The results of a bot, counted. Reading the bot includes them, so the right was checked where the bot was loaded. */
@Resolver(() => Bot)
export class ReadBotStats {
  @Costs(STATEMENT)
  @FieldResolver(() => BotStats, { description: 'What became of its results.' })
  async stats(
    @Root() bot: Bot,
    @Args(() => StatsArgs) args: StatsArgs,
    @Ctx() context: Context,
  ): Promise<StatsShown> {
    const { of, query } = await countQueryOf(bot, args, context);
    const { totals, totalsByDay } = context.loaders();
    const byDay = () => totalsByDay.load({ of, query: { ...query, timeZone: args.timeZone } });
    return statsFrom(await totals.load({ of, query }), byDay);
  }
}

/** The fields of stats that take another statement. */
@Resolver(() => BotStats)
export class BotStatsFields {
  @Holds(366)
  @Costs(STATEMENT)
  @FieldResolver(() => [StatsPoint], {
    description: 'The same by day, oldest first; days without a result are left out.',
  })
  async series(@Root() { byDay }: StatsShown): Promise<StatsPoint[]> {
    return byDay();
  }
}

/** Totals in the shape of the API, with the function that reads them by day. */
export function statsFrom(totals: Totals, byDay: StatsShown['byDay']): StatsShown {
  return { ...totalsFrom(totals), byDay };
}

/** Totals in the shape of the API. */
export function totalsFrom({ views, starts, completions }: Totals): Omit<BotTotals, 'botId'> {
  return {
    totalViews: views,
    totalStarts: starts,
    totalCompleted: completions,
    completionRate: starts === 0 ? null : completions / starts,
  };
}

/** The query for the counts that the arguments select. Fails with `VERSION_NOT_FOUND` for a version that the bot does not have. */
export async function countQueryOf(
  bot: Pick<Bot, 'id'>,
  args: StatsArgs,
  context: Context,
): Promise<Asked<CountQuery>> {
  const flows = await flowsAskedFor(context, bot.id, args.versionId);
  return { of: bot.id, query: { ...windowOf(args, context.chats.now()), flows } };
}

/** The results of all bots of a workspace, counted, for its members. */
@Resolver(() => Workspace)
export class ReadWorkspaceStats {
  @Costs(2 * STATEMENT)
  @FieldResolver(() => BotStats, {
    nullable: true,
    description: 'What became of the results of its bots, archived ones too; for its members.',
  })
  async stats(
    @Root() { id: of }: Workspace,
    @Args(() => TimeRangeArgs) args: TimeRangeArgs,
    @Ctx() context: Context,
  ): Promise<StatsShown | null> {
    if (!(await mayReadWorkspace(context, of))) return null;
    const query = windowOf(args, context.chats.now());
    const { totalsIn, totalsByDayIn } = context.loaders();
    const byDay = () => totalsByDayIn.load({ of, query: { ...query, timeZone: args.timeZone } });
    return statsFrom(await totalsIn.load({ of, query }), byDay);
  }
}
