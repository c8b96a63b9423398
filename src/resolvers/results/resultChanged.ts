import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  ID,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { resultsTopic, type Context, type Watch } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { NullableField } from '../../schema/field.js';
import { ResultsChange, type Result } from '../../schema/result.js';
import { countResults, NO_RESULTS, type Totals } from '../../storage/counts.js';
import { listResults, readNewest } from '../../storage/results.js';
import { accessWatchedBot, followPaced, untilLeft, watchAs } from '../watchAs.js';
import { statsFrom, type StatsShown } from '../analytics/botStats.js';
import { findBotFor } from '../findFor.js';
import { ResultsArgs, filterOf } from './resultsArgs.js';

/** The newest results, which are compared one by one. */
const WATCHED = 500;

/** Results in an event, at most. */
const MAX_RESULTS = 100;

/** Which results are watched. */
@ArgsType()
class WatchedArgs extends ResultsArgs {
  @NullableField(() => ID, 'The only result to watch: other results cause no events.')
  resultId?: string | null;
}

/**
 * A bot's results and counts as they change, at most one event a second. Watching changes nothing. The right to read is checked before each
 * event; the stream ends with a failure once it is lost.
 */
@Resolver(() => ResultsChange)
export class ResultChanged {
  @Subscription(() => ResultsChange, {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, resultsTopic(args.botId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description:
      'A table of results, live: at most one event a second, with the results that are new or went on. The first event comes at once; load the table after it, as after each with `mustReload`, and nothing is missed.',
  })
  resultChanged(
    @Root() change: ChangeShown,
    @Arg('botId', () => ID, { description: 'The bot to watch.' }) _botId: string,
    @Args(() => WatchedArgs) _filter: WatchedArgs,
  ): ChangeShown {
    return change;
  }

  @FieldResolver(() => Bot, {
    nullable: true,
    description: 'The bot as it is now; null once it is archived.',
  })
  async bot(@Root() { botId }: ChangeShown, @Ctx() context: Context): Promise<Bot | null> {
    return findBotFor(context, botId, 'read');
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched extends WatchedArgs {
  readonly botId: string;
}

interface ChangeShown extends Omit<ResultsChange, 'stats'> {
  readonly stats: StatsShown;
}

async function* follow(
  context: Context,
  watch: Watch,
  args: Watched,
): AsyncGenerator<ChangeShown, void> {
  const { botId, resultId } = args;
  const access = () => accessWatchedBot(context, botId, 'readResults');
  try {
    await access();
    yield* followPaced<Seen, ChangeShown>(context, watch, {
      key: `results ${botId}`,
      access,
      load: () => loadSeen(context, botId),
      first: (seen) => ({ ...eventOf(context, botId, seen), mustReload: true }),
      changeOf: (before, now) =>
        before.print !== now.print && concerns(resultId, [before, now])
          ? () => changeBetween(context, args, [before, now])
          : undefined,
    });
  } finally {
    watch.close();
  }
}

/** The state that is read once for all watchers of a bot. */
interface Seen {
  readonly newest: ReadonlyMap<string, number>;
  readonly totals: Totals | undefined;
  /** A fingerprint of the other members, which is equal as long as nothing has changed. */
  readonly print: string;
}

async function loadSeen({ pool }: Context, botId: string): Promise<Seen> {
  const newest = await readNewest(pool, botId, WATCHED);
  const totals = (await countResults(pool, [botId], {})).get(botId);
  return { newest, totals, print: JSON.stringify([[...newest], totals]) };
}

/** An event in which no result changed. */
function eventOf(context: Context, botId: string, { totals }: Seen): ChangeShown {
  const byDay = () => context.loaders().totalsByDay.load({ of: botId, query: { timeZone: 'UTC' } });
  const stats = statsFrom(totals ?? NO_RESULTS, byDay);
  return { botId, mustReload: false, changed: [], removedIds: [], stats };
}

/** Whether a change is one of the result that is watched, or any if all are. */
function concerns(
  resultId: Watched['resultId'],
  [before, now]: readonly [before: Seen, now: Seen],
): boolean {
  return !resultId || before.newest.get(resultId) !== now.newest.get(resultId);
}

async function changeBetween(
  context: Context,
  args: Watched,
  [before, now]: readonly [before: Seen, now: Seen],
): Promise<ChangeShown> {
  const event = eventOf(context, args.botId, now);
  const isWatched = (id: string): boolean => !args.resultId || id === args.resultId;
  const ids = [...now.newest].flatMap(([id, at]) =>
    before.newest.get(id) !== at && isWatched(id) ? [id] : [],
  );
  if (ids.length > MAX_RESULTS) return { ...event, mustReload: true };
  const changed = await findFitting(context, args, ids);
  const fitting = new Set(changed.map(({ id }) => id));
  const left = ids.filter((id) => before.newest.has(id) && !fitting.has(id));
  const deleted = deletedBetween([...before.newest.keys()], now.newest).filter(isWatched);
  return { ...event, changed, removedIds: [...left, ...deleted] };
}

/** The results among `ids` that the filter selects, newest first. */
async function findFitting(
  context: Context,
  { botId, ...filter }: Watched,
  ids: readonly string[],
): Promise<Result[]> {
  if (ids.length === 0) return [];
  const asked = { ...(await filterOf(context, botId, filter)), ids };
  return [
    ...(await listResults(context.pool, asked, { limit: MAX_RESULTS, isBackward: false })).rows,
  ];
}

/**
 * The ids that were deleted. If the window is full, its oldest results may only have been displaced by newer ones, so a missing result
 * counts as deleted only if an older one is still there.
 */
function deletedBetween(before: readonly string[], newest: ReadonlyMap<string, number>): string[] {
  const isFull = newest.size === WATCHED;
  const end = isFull ? before.findLastIndex((id) => newest.has(id)) : before.length;
  return before.slice(0, Math.max(0, end)).filter((id) => !newest.has(id));
}
