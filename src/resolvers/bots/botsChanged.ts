import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import { botsTopic, type Context, type Watch } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { BotsChange } from '../../schema/botsChange.js';
import { readBotVersions } from '../../storage/botLists.js';
import { followPaced, untilLeft, watchAs } from '../watchAs.js';

/**
 * The list of a workspace's bots as it changes, for its members, at most one event a second. Watching changes nothing. The right to read is
 * checked before each event; the stream ends with a failure once it is lost.
 */
@Resolver()
export class BotsChanged {
  @Subscription(() => BotsChange, {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, botsTopic(args.workspaceId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description:
      'The bots of a workspace, live: at most one event a second, with those that came, changed or left. The first event comes at once; load `Workspace.bots` after it, as after each with `mustReload`, and nothing is missed.',
  })
  botsChanged(
    @Root() change: BotsChange,
    @Arg('workspaceId', () => ID, { description: 'The workspace to watch.' }) _workspaceId: string,
  ): BotsChange {
    return change;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly workspaceId: string;
}

/** Bots in an event, at most. */
const MAX_BOTS = 100;

const RELOAD: BotsChange = { mustReload: true, changed: [], removedIds: [] };

async function* follow(
  context: Context,
  watch: Watch,
  { workspaceId }: Watched,
): AsyncGenerator<BotsChange, void> {
  const access = async () => {
    const caller = await context.callerNow();
    return accessWorkspace(context.openUnit(), { caller, workspaceId, intent: 'read' });
  };
  try {
    await access();
    yield* followPaced<ReadonlyMap<string, string>, BotsChange>(context, watch, {
      key: `bots ${workspaceId}`,
      access,
      load: () => readBotVersions(context.pool, workspaceId),
      first: () => RELOAD,
      changeOf: (before, now) => {
        const ids = [...now].flatMap(([id, version]) => (before.get(id) === version ? [] : [id]));
        const removedIds = [...before.keys()].filter((id) => !now.has(id));
        if (ids.length + removedIds.length === 0) return undefined;
        return () => changeTo(context, { workspaceId, ids, removedIds });
      },
    });
  } finally {
    watch.close();
  }
}

interface Changed {
  readonly workspaceId: string;
  readonly ids: readonly string[];
  readonly removedIds: string[];
}

async function changeTo(
  context: Context,
  { workspaceId, ids, removedIds }: Changed,
): Promise<BotsChange> {
  if (ids.length > MAX_BOTS) return RELOAD;
  // One that was archived or moved since then is in a later event.
  const isHere = { id: { $in: [...ids] }, workspaceId, isArchived: false };
  const changed = await context.openUnit().find(Bot, isHere);
  return { mustReload: false, changed, removedIds };
}
