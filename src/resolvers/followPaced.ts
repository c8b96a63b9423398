import type { Context, Watch } from '../context/context.js';

/** What a subscription shows of things that change often; all that a watcher needs is read again at most once a second. */
export interface Paced<Seen, Event> {
  /** Names what `load` reads: one read serves all watchers with the same key. */
  readonly key: string;
  /** Fails once the caller may not watch any more; called before each read and each event. */
  access(): Promise<unknown>;
  load(): Promise<Seen>;
  first(seen: Seen): Event;
  /** The event for what changed; undefined where nothing did. */
  changeOf(before: Seen, now: Seen): (() => Event | Promise<Event>) | undefined;
}

/** The events of such a subscription, until its watch is closed: one at once, then one whenever something changed. */
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
