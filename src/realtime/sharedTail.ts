import type { Pool } from 'pg';
import { commonFailure } from '../errors/commonFailure.js';
import {
  asStored,
  EVENTS_PER_PAGE,
  readEvents,
  type NumberedEvent,
  type WrittenEvents,
} from '../storage/events.js';
import { readTail, type SeenEvent, type TailPlace, type TailRead } from '../storage/tail.js';
import { openRecentEvents, type RecentEvents } from './recentEvents.js';
import {
  NOTHING_SHOWN,
  passingOf,
  shownAfter,
  withRow,
  type OpenReply,
  type Shown,
} from './passing.js';

/** Where a reader of a chat is. */
export interface ReaderPlace {
  /** The number of the last event it has. */
  last: number;
  /** The turn of that event, or a later one that is known to be committed. */
  turn: number;
  shown: Shown;
}

/** The end of a chat's log, for all its readers in this process. */
export interface SharedTail {
  /** Begins at the end of the log as a reader found it, or reads on where another one has found less. */
  begin(end: { readonly seq: number; readonly turn: number }): Promise<void>;
  /** Reads on in the log, once for all who ask while it reads. */
  look(): Promise<void>;
  /** Takes what this process wrote. False where it does not follow what is known: then it is to be read. */
  take(written: WrittenEvents): boolean;
  /** What is next at a place, which is moved behind it; empty when nothing is there yet. */
  next(place: ReaderPlace): Promise<readonly SeenEvent[]>;
  /** Every reader has everything: nothing need be kept for them. */
  release(): void;
}

/** What is known of a chat's log and of the turn that runs. */
interface Known {
  readonly sessionId: string;
  readonly recent: RecentEvents;
  /** The last turn that is known to be committed. */
  turn: number;
  reply: OpenReply | undefined;
}

/**
 * Opens the tail of a chat. One statement reads for all readers at the end of the log; what they have yet to take is kept up to a
 * number of characters, and a reader that falls behind, or begins earlier, reads pages for itself. `tell` is called when there is
 * news.
 */
export function openSharedTail(pool: Pool, sessionId: string, tell: () => void): SharedTail {
  const [recent, pageAfter] = [openRecentEvents(), openPages(pool, sessionId)];
  const known: Known = { sessionId, recent, turn: 0, reply: undefined };
  let looking: Promise<void> | undefined;
  let isWanted = false;
  const readAll = async (): Promise<void> => {
    while (isWanted) {
      const found = await readTail(pool, placeOf(known));
      // A page may hide more of the log, or a reply.
      isWanted = found.events.length > 0;
      if (note(known, found)) tell();
    }
  };
  const look = (): Promise<void> => {
    // Whoever begins reads on from there.
    if (!recent.isBegun()) return Promise.resolve();
    isWanted = true;
    return (looking ??= readAll().finally(() => (looking = undefined)));
  };
  return {
    look,
    async begin({ seq, turn }) {
      if (recent.isBegun() && seq <= recent.last()) return looking;
      if (!recent.isBegun()) {
        recent.begin(seq);
        known.turn = turn;
      }
      return look();
    },
    take(written) {
      if (!recent.isBegun() || written.firstSeq !== recent.last() + 1) return false;
      if (note(known, { ...asStored(written), reply: undefined })) tell();
      return true;
    },
    async next(place) {
      // A page that a reader took for itself may go further.
      if (place.last > recent.last()) await look();
      const events = recent.after(place.last) ?? (await pageAfter(place.last));
      return events.length > 0 ? moveBehind(place, events) : takePassing(place, known.reply);
    },
    release: recent.release,
  };
}

/** From where the tail is read. */
function placeOf({ sessionId, recent, turn, reply }: Known): TailPlace {
  const { id = '', characters = 0 } = reply ?? {};
  return { sessionId, after: recent.last(), turn, reply: { id, characters } };
}

/** Notes what was read or written; false where it is no news. What was written during a read is found twice. */
function note(known: Known, { events, length, reply: row }: TailRead): boolean {
  const { recent, reply: before } = known;
  const isMore = recent.add(events, length);
  known.turn = Math.max(known.turn, events.at(-1)?.turn ?? 0);
  // A page of the log says nothing of a reply.
  const reply = events.length > 0 ? before : row && withRow(before, row);
  known.reply = reply && reply.turn > known.turn ? reply : undefined;
  return isMore || known.reply !== before;
}

/** Reads pages, each once for all readers that need it while it is read: those that join together begin at the same place. */
function openPages(pool: Pool, sessionId: string): ReadPage {
  const underWay = new Map<number, ReturnType<ReadPage>>();
  return (after) => {
    const page =
      underWay.get(after) ?? readPage(pool, sessionId, after).finally(() => underWay.delete(after));
    underWay.set(after, page);
    return page;
  };
}

/** Gives the page after the event of this number. */
type ReadPage = (after: number) => Promise<readonly NumberedEvent[]>;

/** The next page of the log, for a reader that needs more than is kept. */
async function readPage(pool: Pool, sessionId: string, after: number): Promise<NumberedEvent[]> {
  const page = await readEvents(pool, sessionId, { after, limit: EVENTS_PER_PAGE });
  // The log was there, and is not any more.
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
