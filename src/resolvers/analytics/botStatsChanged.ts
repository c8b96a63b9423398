import {
  Arg,
  Args,
  ID,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { accessWorkspace, mayEnter, signedIn } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import { totalsTopic, type Context, type Watch } from '../../context/context.js';
import type { BotsTotals, WatchedReader } from '../../context/sharedReads.js';
import { BotStatsChange } from '../../schema/botStatsChange.js';
import { TimeRangeArgs, windowOf } from '../timeRangeArgs.js';
import { untilLeft, watchAs } from '../watchAs.js';
import { totalsFrom } from './botStats.js';

/**
 * The totals of all bots of a workspace as they change, for its members, at most one event a second. Watching changes nothing. One read
 * serves all watchers of the same range of time; rights are checked by the roles that it found, before each event, and the stream ends with
 * a failure once the right to read is lost. The token is checked by its socket.
 */
@Resolver()
export class BotStatsChanged {
  @Subscription(() => BotStatsChange, {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, totalsTopic(args.workspaceId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description:
      'What became of the results of each bot of a workspace outside the archive, live: at most one event a second, with the totals that changed. The first event comes at once; load `Bot.stats` of `Workspace.bots` after it, as after each with `mustReload`, and nothing is missed.',
  })
  botStatsChanged(
    @Root() change: BotStatsChange,
    @Arg('workspaceId', () => ID, { description: 'The workspace to watch.' }) _workspaceId: string,
    @Args(() => TimeRangeArgs) _range: TimeRangeArgs,
  ): BotStatsChange {
    return change;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched extends TimeRangeArgs {
  readonly workspaceId: string;
}

/** Bots in an event, at most. */
const MAX_BOTS = 500;

async function* follow(
  context: Context,
  watch: Watch,
  { workspaceId, ...range }: Watched,
): AsyncGenerator<BotStatsChange, void> {
  let reader: WatchedReader<BotsTotals> | undefined;
  try {
    const caller = await accessTotals(context, workspaceId);
    const windowNow = () => windowOf(range, context.chats.now());
    const watched = { workspaceId, range: JSON.stringify(range), windowNow };
    reader = context.totalsReads.open(watched);
    let known = await reader.newest();
    yield { mustReload: true, changed: [] };
    while (!watch.isClosed) {
      await watch.next();
      if (watch.isClosed) return;
      const now = await reader.read();
      const role = now.roles.get(caller.userId);
      // Fails with the reason, unless the right came back meanwhile.
      if (!mayEnter(caller, 'read', { workspaceId, role }))
        await accessTotals(context, workspaceId);
      const changed = now.since(known);
      if (changed.length > 0) yield changeOf(changed);
      known = now;
    }
  } finally {
    watch.close();
    reader?.close();
  }
}

/** The caller, if they may read the workspace; fails once they may not. */
async function accessTotals(context: Context, workspaceId: string): Promise<Caller> {
  const caller = await context.callerNow();
  await accessWorkspace(context.openUnit(), { caller, workspaceId, intent: 'read' });
  return signedIn(caller);
}

function changeOf(changed: ReturnType<BotsTotals['since']>): BotStatsChange {
  if (changed.length > MAX_BOTS) return { mustReload: true, changed: [] };
  const shown = changed.map(([botId, totals]) => ({ botId, ...totalsFrom(totals) }));
  return { mustReload: false, changed: shown };
}
