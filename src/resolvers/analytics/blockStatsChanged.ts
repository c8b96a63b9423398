import {
  Arg,
  Args,
  ID,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { resultsTopic, type Context, type Watch } from '../../context/context.js';
import { BlockStatsChange } from '../../schema/blockStatsChange.js';
import { countParts, type CountQuery } from '../../storage/counts.js';
import { accessWatchedBot, followPaced, untilLeft, watchAs } from '../watchAs.js';
import { windowOf } from '../timeRangeArgs.js';
import { countsShown, type CountsShown } from './blockStats.js';
import { StatsArgs, countQueryOf } from './botStats.js';

/**
 * The visits to the blocks and edges of a bot as they change, at most one event a second. Watching changes nothing. The right to read is
 * checked before each event; the stream ends with a failure once it is lost.
 */
@Resolver()
export class BlockStatsChanged {
  @Subscription(() => BlockStatsChange, {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, resultsTopic(args.botId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description:
      'Where the chats of a bot went, live: all counts at once, then those that changed, at most one event a second.',
  })
  blockStatsChanged(
    @Root() change: BlockStatsChange,
    @Arg('botId', () => ID, { description: 'The bot to watch.' }) _botId: string,
    @Args(() => StatsArgs) _range: StatsArgs,
  ): BlockStatsChange {
    return change;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched extends StatsArgs {
  readonly botId: string;
}

async function* follow(
  context: Context,
  watch: Watch,
  args: Watched,
): AsyncGenerator<BlockStatsChange, void> {
  const { botId } = args;
  const access = () => accessWatchedBot(context, botId, 'read');
  try {
    const { query } = await countQueryOf(await access(), args, context);
    yield* followPaced<CountsShown, BlockStatsChange>(context, watch, {
      key: `parts ${JSON.stringify(args)}`,
      access,
      load: () => loadCounts(context, args, query),
      first: (counts) => ({ botId, isWhole: true, ...counts }),
      changeOf: (before, now) => {
        const change = changeBetween(before, now);
        const isSame = Object.values(change).every(({ length }) => length === 0);
        return isSame ? undefined : () => ({ botId, isWhole: false, ...change });
      },
    });
  } finally {
    watch.close();
  }
}

/** The counts now: a window such as the last seven days moves with the time. */
async function loadCounts(
  { pool, chats }: Context,
  args: Watched,
  { flows }: CountQuery,
): Promise<CountsShown> {
  const query = { ...windowOf(args, chats.now()), flows };
  return countsShown((await countParts(pool, [args.botId], query)).get(args.botId) ?? []);
}

function changeBetween(before: CountsShown, now: CountsShown): CountsShown {
  return {
    blocks: changedCounts(before.blocks, now.blocks, 'blockId'),
    answers: changedCounts(before.answers, now.answers, 'blockId'),
    edges: changedCounts(before.edges, now.edges, 'edgeId'),
  };
}

/** The counts that differ from those before. A count that has disappeared is sent with zeros. */
function changedCounts<T extends object>(
  before: readonly T[],
  now: readonly T[],
  id: keyof T,
): T[] {
  const known = new Map(before.map((count) => [count[id], JSON.stringify(count)]));
  const counted = new Set(now.map((count) => count[id]));
  return [
    ...now.filter((count) => known.get(count[id]) !== JSON.stringify(count)),
    ...before.filter((count) => !counted.has(count[id])).map(emptied),
  ];
}

function emptied<T extends object>(count: T): T {
  const members = Object.entries(count).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' ? 0 : value,
  ]);
  return Object.fromEntries(members) as T; // Has the same members as `count`.
}
