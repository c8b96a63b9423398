import type { Pool } from 'pg';
import { commonFailure } from '../errors/commonFailure.js';
import {
  asStored,
  EVENTS_PER_PAGE,
  type NumberedEvent,
  readEvents,
  type WrittenEvents,
} from '../storage/events.js';
import { readTail, type SeenEvent, type TailPlace, type TailRead } from '../storage/tail.js';
import {
  NOTHING_SHOWN,
  type OpenReply,
  passingOf,
  type Shown,
  shownAfter,
  withRow,
} from './passing.js';

/** The position of a reader in a chat. */
export interface ReaderPlace {
  /** The number of the last event that the reader has. */
  last: number;
  /** The turn of that event, or a later one that is known to be committed. */
  turn: number;
  shown: Shown;
}

/** The end of a chat's log, for all its readers in this process. */
export interface SharedTail {
  /** Begins at the end of the log that a reader found. A tail that has begun before that end reads on. */
  begin(end: { readonly seq: number; readonly turn: number }): Promise<void>;
  /** Reads what is new in the log. Calls during a read share it; it is then repeated. */
  readNew(): Promise<void>;
  /** Adds what this process wrote, without a read; false where events before it are missing, so that the log must be read. */
  take(written: WrittenEvents): boolean;
  /** The next events for a reader, whose place advances past them; empty when there are none yet. */
  next(place: ReaderPlace): Promise<readonly SeenEvent[]>;
  /** Drops the kept events, once every reader has them. */
  release(): void;
}

/** The known end of a chat's log, and the reply of the running turn. */
interface Known {
  readonly sessionId: string;
  readonly recent: RecentEvents;
  turn: number;
  reply: OpenReply | undefined;
}

/**
 * Opens the tail of a chat. One statement reads for all readers at the end of the log. Events that they have yet to take are kept up to a
 * number of characters; a reader that falls behind, or begins earlier, reads pages of its own. `onNews` is called when there is news.
 */
export function openSharedTail(pool: Pool, sessionId: string, onNews: () => void): SharedTail {
  const [recent, pageAfter] = [openRecentEvents(), openPages(pool, sessionId)];
  const known: Known = { sessionId, recent, turn: 0, reply: undefined };
  let reading: Promise<void> | undefined;
  let isWanted = false;
  const readAll = async (): Promise<void> => {
    while (isWanted) {
      const found = await readTail(pool, placeOf(known));
      // After events there may be more of them, or a reply.
      isWanted = found.events.length > 0;
      if (note(known, found)) onNews();
    }
  };
  const readNew = (): Promise<void> => {
    // No position is known yet; `begin` reads from the one that it is given.
    if (!recent.isBegun()) return Promise.resolve();
    isWanted = true;
    return (reading ??= readAll().finally(() => (reading = undefined)));
  };
  return {
    readNew,
    async begin({ seq, turn }) {
      if (recent.isBegun() && seq <= recent.last()) return reading;
      if (!recent.isBegun()) {
        recent.begin(seq);
        known.turn = turn;
      }
      return readNew();
    },
    take(written) {
      if (!recent.isBegun() || written.firstSeq !== recent.last() + 1) return false;
      if (note(known, { ...asStored(written), reply: undefined })) onNews();
      return true;
    },
    async next(place) {
      // A reader that read a page for itself may be ahead of the tail.
      if (place.last > recent.last()) await readNew();
      const events = recent.after(place.last) ?? (await pageAfter(place.last));
      return events.length > 0 ? moveBehind(place, events) : takePassing(place, known.reply);
    },
    release: recent.release,
  };
}

function placeOf({ sessionId, recent, turn, reply }: Known): TailPlace {
  const { id = '', characters = 0 } = reply ?? {};
  return { sessionId, after: recent.last(), turn, reply: { id, characters } };
}

/** Adds what was read or written; false where all of it was known, such as what this process wrote during the read. */
function note(known: Known, { events, length, reply: row }: TailRead): boolean {
  const { recent, reply: before } = known;
  const isMore = recent.add(events, length);
  known.turn = Math.max(known.turn, events.at(-1)?.turn ?? 0);
  // A read that finds events finds no reply.
  const reply = events.length > 0 ? before : row && withRow(before, row);
  known.reply = reply && reply.turn > known.turn ? reply : undefined;
  return isMore || known.reply !== before;
}

/** Reads pages, each once for all readers that need it at the time: those that open together begin at the same place. */
function openPages(pool: Pool, sessionId: string): ReadPage {
  const underWay = new Map<number, ReturnType<ReadPage>>();
  return (after) => {
    const page =
      underWay.get(after) ?? readPage(pool, sessionId, after).finally(() => underWay.delete(after));
    underWay.set(after, page);
    return page;
  };
}

/** Reads the page after the event of this number. */
type ReadPage = (after: number) => Promise<readonly NumberedEvent[]>;

/** The next page of the log, for a reader that needs more than the kept events. */
async function readPage(pool: Pool, sessionId: string, after: number): Promise<NumberedEvent[]> {
  const page = await readEvents(pool, sessionId, { after, limit: EVENTS_PER_PAGE });
  // The chat was deleted meanwhile.
  if (page.length === 0) throw commonFailure('SESSION_NOT_FOUND');
  return page;
}

function moveBehind(place: ReaderPlace, events: readonly NumberedEvent[]): typeof events {
  const { seq, turn } = events.at(-1) ?? { seq: place.last, turn: 0 };
  place.last = seq;
  place.turn = Math.max(place.turn, turn);
  return events;
}

function takePassing(place: ReaderPlace, reply: OpenReply | undefined): readonly SeenEvent[] {
  const before = place.shown.turn > place.turn ? place.shown : NOTHING_SHOWN;
  const open = reply && reply.turn > place.turn ? reply : undefined;
  place.shown = shownAfter(before, open);
  const { turn, at } = open ?? before;
  return passingOf(before, open).map((event) => ({
    ...{ seq: place.last, turn, at: new Date(at) },
    event,
  }));
}

/** The newest events of a chat's log, until every reader has them. */
interface RecentEvents {
  /** Begins after the event of this number. */
  begin(seq: number): void;
  isBegun(): boolean;
  last(): number;
  /** Adds the events that follow the newest; false where none does. `length` is the number of characters of all of them as stored. */
  add(events: readonly NumberedEvent[], length: number): boolean;
  /** The events after a number; empty where there are none, undefined where the next one is no longer kept. */
  after(seq: number): readonly NumberedEvent[] | undefined;
  release(): void;
}

/** The most characters of events that are kept, unless a single write is larger. */
const MOST_KEPT = 512 * 1024;

interface Batch {
  readonly events: readonly NumberedEvent[];
  readonly last: number;
  readonly length: number;
}

const NONE: readonly NumberedEvent[] = [];

/** Creates an empty list; `begin` sets where it starts. */
function openRecentEvents(): RecentEvents {
  let batches: Batch[] = [];
  let kept = 0;
  /** The number before the first kept event, and the newest number. */
  let [before, last] = [-1, -1];
  const dropOldest = (): void => {
    const [oldest] = batches.splice(0, 1);
    kept -= oldest?.length ?? 0;
    before = oldest?.last ?? before;
  };
  return {
    begin(seq) {
      before = last = seq;
    },
    isBegun: () => last >= 0,
    last: () => last,
    add(events, length) {
      const added = events.filter(({ seq }) => seq > last);
      const newest = added.at(-1);
      if (!newest) return false;
      last = newest.seq;
      batches.push({ events: added, last, length });
      kept += length;
      while (kept > MOST_KEPT && batches.length > 1) dropOldest();
      return true;
    },
    after(seq) {
      if (seq < before) return undefined;
      const { events } = batches.find((one) => one.last > seq) ?? { events: NONE };
      // Most readers need the whole batch, and share it.
      return (events[0]?.seq ?? 0) > seq ? events : events.filter((one) => one.seq > seq);
    },
    release() {
      batches = [];
      kept = 0;
      before = last;
    },
  };
}
