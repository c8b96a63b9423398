import type { Pool } from 'pg';
import type { ChatTails, TailReader } from '../context/chatTails.js';
import type { WakeUps, Watch } from '../context/context.js';
import type { TakePlace } from '../rateLimits/places.js';
import { takeReaderPlaces } from '../rateLimits/takeReaderPlaces.js';
import { NOTHING_SHOWN } from './passing.js';
import { openSharedTail, type ReaderPlace, type SharedTail } from './sharedTail.js';

/** A chat that has readers. */
interface Watched {
  readonly tail: SharedTail;
  readonly watch: Watch;
  readonly readers: Set<Place>;
  /** The number of readers that wait and have all news. */
  idle: number;
  news: number;
  failure?: unknown;
}

/** A reader that is open. */
interface Place extends ReaderPlace {
  readonly isVisitor: boolean;
  /** The `news` of its chat when it last read. */
  seen: number;
  /** Set while it waits for news. */
  wake: (() => void) | undefined;
}

/** Opens the logs of chats: each is read once for all its readers, while there are any. */
export function openChatTails(wakeUps: WakeUps, pool: Pool, takePlace?: TakePlace): ChatTails {
  const chats = new Map<string, Watched>();
  const fanOut = openFanOut();
  const end = (sessionId: string, watched: Watched): void => {
    watched.watch.close();
    if (chats.get(sessionId) === watched) chats.delete(sessionId);
  };
  const openChat = (sessionId: string): Watched => {
    const onNews = (): void => wakeAll(watched, fanOut);
    const tail = openSharedTail(pool, sessionId, onNews);
    const watch = wakeUps.watchLog(sessionId, tail.take);
    const watched: Watched = { tail, watch, readers: new Set(), idle: 0, news: 0 };
    chats.set(sessionId, watched);
    void readOn(watched).catch((error: unknown) => {
      watched.failure = error;
      end(sessionId, watched);
      onNews();
    });
    return watched;
  };
  return {
    open(sessionId, { clientAddress, isVisitor }) {
      const leave = takeReaderPlaces(takePlace, { sessionId, clientAddress });
      try {
        const watched = chats.get(sessionId) ?? openChat(sessionId);
        return openReader(watched, openPlace(isVisitor), () => {
          leave();
          if (watched.readers.size === 0) end(sessionId, watched);
        });
      } catch (error) {
        leave();
        throw error;
      }
    },
    hasVisitor(sessionId) {
      for (const { isVisitor } of chats.get(sessionId)?.readers ?? []) if (isVisitor) return true;
      return false;
    },
  };
}

/** Reads the log whenever it may have grown, while it has readers. */
async function readOn({ tail, watch }: Watched): Promise<void> {
  await watch.next();
  while (!watch.isClosed) {
    await tail.readNew();
    await watch.next();
  }
}

function wakeAll(watched: Watched, fanOut: FanOut): void {
  watched.news += 1;
  watched.idle = 0;
  const waiting = [...watched.readers].filter(({ wake }) => wake !== undefined);
  fanOut.add(waiting.map((place) => () => place.wake?.()));
}

function openPlace(isVisitor: boolean): Place {
  return { isVisitor, last: 0, turn: 0, shown: NOTHING_SHOWN, seen: 0, wake: undefined };
}

/** Opens a reader; `onClose` is called when it was closed. */
function openReader(watched: Watched, place: Place, onClose: () => void): TailReader {
  const { tail, readers } = watched;
  readers.add(place);
  const reader = {
    isClosed: false,
    async begin(chat: { readonly seq: number; readonly turn: number }, after: number) {
      place.last = after;
      place.turn = chat.turn;
      await tail.begin(chat);
    },
    async read() {
      place.seen = watched.news;
      if (watched.failure !== undefined) throw watched.failure;
      return tail.next(place);
    },
    news(): Promise<void> {
      if (reader.isClosed || place.seen !== watched.news) return Promise.resolve();
      const waiting = new Promise<void>((resolve) => {
        place.wake = () => {
          place.wake = undefined;
          resolve();
        };
      });
      watched.idle += 1;
      releaseIdle(watched);
      return waiting;
    },
    close() {
      if (reader.isClosed) return;
      reader.isClosed = true;
      readers.delete(place);
      if (place.wake && place.seen === watched.news) watched.idle -= 1;
      place.wake?.();
      releaseIdle(watched);
      onClose();
    },
  };
  return reader;
}

/** Drops the kept events once all readers of a chat wait: then each has every event. */
function releaseIdle({ tail, readers, idle }: Watched): void {
  if (idle === readers.size) tail.release();
}

/** Wakes many readers without blocking everything else. */
interface FanOut {
  /** Wakes these readers soon, after those that were added before. */
  add(wakes: Iterable<() => void>): void;
}

/** Readers that are served in one go, before other work of the process: each takes some 50 µs. */
const AT_ONCE = 8;

function openFanOut(): FanOut {
  let due: (() => void)[] = [];
  let next = 0;
  let isServing = false;
  const serve = (): void => {
    const end = Math.min(due.length, next + AT_ONCE);
    for (; next < end; next += 1) due[next]?.();
    isServing = next < due.length;
    // Input that arrived meanwhile is handled before the next readers.
    if (isServing) setImmediate(serve);
    else [due, next] = [[], 0];
  };
  return {
    add(wakes) {
      for (const wake of wakes) due.push(wake);
      if (isServing || due.length === 0) return;
      isServing = true;
      setImmediate(serve);
    },
  };
}
