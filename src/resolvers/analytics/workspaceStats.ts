import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { BotStats } from '../../schema/botStats.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { mayReadWorkspace } from '../mayReadWorkspace.js';
import { TimeRangeArgs, windowOf } from '../timeRangeArgs.js';
import { statsFrom, type StatsShown } from './botStats.js';

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
