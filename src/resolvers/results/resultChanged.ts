import { setTimeout as wait } from 'node:timers/promises';
import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import { resultsTopic, type Context, type Watch } from '../../context/context.js';
import { ResultsChange } from '../../schema/result.js';
import { findResults, readNewest } from '../../storage/results.js';
import { statsOf, type StatsShown } from '../analytics/botStats.js';
import { untilLeft } from '../untilLeft.js';
import { watchAs } from '../watchAs.js';

/** The number of newest results that are watched one by one. */
const WATCHED = 500;

/** The least time between two events, in milliseconds. */
const APART = 1_000;

/**
 * A bot's results and counts as they change, at most one event a second. The subscription only watches; the right to
 * read is checked again before each event, and the stream ends with a failure once it is gone.
 */
@Resolver()
export class ResultChanged {
  @Subscription(() => ResultsChange, {
    // graphql-js has parsed the arguments.
    subscribe: async ({
      args: { botId },
      context,
    }: SubscribeResolverData<unknown, { botId: string }, Context>) => {
      const watch = await watchAs(context, resultsTopic(botId));
      return untilLeft(watch, follow(context, watch, botId));
    },
    description:
      'The counts of a bot as they stand, then its results as they come and go on, at most one event a second.',
  })
  resultChanged(
    @Root() change: ChangeShown,
    @Arg('botId', () => ID, { description: 'The bot to watch.' }) _botId: string,
  ): ChangeShown {
    return change;
  }
}

interface ChangeShown extends Omit<ResultsChange, 'stats'> {
  readonly stats: StatsShown;
}

async function* follow(
  context: Context,
  watch: Watch,
  botId: string,
): AsyncGenerator<ChangeShown, void> {
  try {
    await assertReader(context, botId);
    let known = await loadSeen(context, botId);
    yield { botId, changed: [], deletedIds: [], stats: known.stats };
    while (!watch.isClosed) {
      await watch.next();
      if (watch.isClosed) return;
      await assertReader(context, botId);
      const next = await loadSeen(context, botId);
      if (next.print === known.print) continue;
      yield await changeBetween(context, known, next);
      known = next;
      await wait(APART, undefined, { ref: false });
    }
  } finally {
    watch.close();
  }
}

interface Seen {
  readonly botId: string;
  readonly newest: ReadonlyMap<string, number>;
  readonly stats: StatsShown;
  /** Returns the previous value while nothing has changed. */
  readonly print: string;
}

async function loadSeen(context: Context, botId: string): Promise<Seen> {
  const newest = await readNewest(context.pool, botId, WATCHED);
  const stats = await statsOf(context, { of: botId, query: {} }, 'UTC');
  const { totalViews, totalStarts, totalCompleted } = stats;
  const print = JSON.stringify([[...newest], totalViews, totalStarts, totalCompleted]);
  return { botId, newest, stats, print };
}

async function changeBetween(context: Context, before: Seen, now: Seen): Promise<ChangeShown> {
  const { botId, newest, stats } = now;
  const changed = [...newest].filter(([id, at]) => before.newest.get(id) !== at);
  return {
    botId,
    changed: await findResults(
      context.openUnit(),
      botId,
      changed.map(([id]) => id),
    ),
    deletedIds: deletedBetween([...before.newest.keys()], newest),
    stats,
  };
}

/**
 * The oldest results of a full window may only have made room; a missing one that is followed by a result that is still
 * there was deleted.
 */
function deletedBetween(before: readonly string[], newest: ReadonlyMap<string, number>): string[] {
  const isFull = newest.size === WATCHED;
  const end = isFull ? before.findLastIndex((id) => newest.has(id)) : before.length;
  return before.slice(0, Math.max(0, end)).filter((id) => !newest.has(id));
}

async function assertReader(context: Context, botId: string): Promise<void> {
  const caller = await context.callerNow();
  await accessBot(context.openUnit(), { caller, botId, intent: 'readResults', archive: 'either' });
}
