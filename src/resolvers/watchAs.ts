import { rightsTopic, type Context, type Watch } from '../context/context.js';
import { accessBot, type BotIntent } from '../auth/access.js';
import type { Bot } from '../schema/bot.js';

/**
 * Watches a topic in the caller's name. Changes to the caller's rights also wake the watch, so that a removed person's stream ends at once
 * and not with the next event.
 */
export async function watchAs(context: Context, topic: string): Promise<Watch> {
  const caller = await context.caller();
  return context.wakeUps.watch(topic, ...(caller ? [rightsTopic(caller.userId)] : []));
}

/**
 * A stream of events that ends as soon as its consumer returns. A generator alone would first finish the wait that it is in, which may
 * never end if nothing changes. The generator has to end when its watch is closed.
 */
export function untilLeft<T>(
  watch: Pick<Watch, 'close'>,
  stream: AsyncGenerator<T, void>,
): AsyncIterableIterator<T, void> {
  return {
    next: () => stream.next(),
    async return() {
      watch.close();
      return stream.return();
    },
    async throw(error) {
      watch.close();
      return stream.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/**
 * Loads the bot that a subscription watches. Fails once its caller may no longer watch it. An archived bot is loaded, too, because
 * archiving is a change that watchers receive.
 */
export async function accessWatchedBot(
  context: Context,
  botId: string,
  intent: BotIntent,
): Promise<Bot> {
  const caller = await context.callerNow();
  return accessBot(context.openUnit(), { caller, botId, intent, archive: 'either' });
}

/** A subscription to something that changes often. Its state is read at most once a second. */
interface Paced<Seen, Event> {
  /** Identifies what `load` reads: all watchers with the same key share one read. */
  readonly key: string;
  /** Fails once the caller has lost the right to watch. Called before each read and each event. */
  access(): Promise<unknown>;
  load(): Promise<Seen>;
  first(seen: Seen): Event;
  /** The event for a change; undefined if nothing changed. */
  changeOf(before: Seen, now: Seen): (() => Event | Promise<Event>) | undefined;
}

/** The events of a paced subscription until its watch is closed: one at once, then one after each change. */
export async function* followPaced<Seen, Event>(
  { pacedReads }: Context,
  watch: Watch,
  { key, access, load, first, changeOf }: Paced<Seen, Event>,
): AsyncGenerator<Event, void> {
  let known = await load();
  yield first(known);
  while (!watch.isClosed) {
    await watch.next();
    if (watch.isClosed) return;
    await access();
    const next = await pacedReads.read(key, load);
    const eventOf = changeOf(known, next);
    if (!eventOf) continue;
    await access();
    yield await eventOf();
    known = next;
  }
}
