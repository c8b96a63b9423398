import type { Context, Watch } from '../context/context.js';

/** A subscription to something that changes often. Its state is read at most once a second. */
export interface Paced<Seen, Event> {
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
