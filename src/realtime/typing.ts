import type { Typing, TypingSide, TypingWatch } from '../context/typing.js';
import type { TakePlace } from '../rateLimits/places.js';
import { takeReaderPlaces } from '../rateLimits/takeReaderPlaces.js';
import { openVisitorWatches, type Signs, type WatchVisitor } from './visitorPresence.js';

/** Milliseconds between two signs of the same side of a chat, at least. */
const APART = 3_000;

/** Milliseconds for which a sign counts. */
const GONE_AFTER = 6_000;

const SIDES = ['isVisitorTyping', 'isAgentTyping'] as const;

/** A wake-up carries no data, so its topic says who types. */
const topicOf = (sessionId: string, side: TypingSide): string => `${side}:${sessionId}`;

/** Opens the signs of those who type. */
export function openTyping(wakeUps: Signs, takePlace?: TakePlace): Typing {
  /** The topics whose last sign is so recent that no other is sent. */
  const recent = new Set<string>();
  const watchVisitor = openVisitorWatches(wakeUps);
  return {
    isDue: (sessionId, side) => !recent.has(topicOf(sessionId, side)),
    show(sessionId, side) {
      const topic = topicOf(sessionId, side);
      if (recent.has(topic)) return;
      recent.add(topic);
      setTimeout(() => recent.delete(topic), APART).unref();
      wakeUps.announce(topic);
    },
    watch(sessionId, { clientAddress, isVisitor }) {
      const leave = takeReaderPlaces(takePlace, { sessionId, clientAddress });
      // Visitors know that they are there.
      const visitors = isVisitor ? undefined : watchVisitor;
      return openWatch(wakeUps, { sessionId, watchVisitor: visitors, leave });
    },
  };
}

/** A watch to open; `leave` is called when it was closed. */
interface Opened {
  readonly sessionId: string;
  /** Absent for those who know that the visitor is there. */
  readonly watchVisitor: WatchVisitor | undefined;
  leave(): void;
}

function openWatch(signs: Signs, { sessionId, watchVisitor, leave }: Opened): TypingWatch {
  let hasNews = false;
  let wake = (): void => undefined;
  const tell = (): void => {
    hasNews = true;
    wake();
  };
  const sides = watchSides(signs, sessionId, tell);
  const visitor = watchVisitor?.(sessionId, tell);
  const watch: TypingWatch & { isClosed: boolean } = {
    isClosed: false,
    now: () => ({
      isVisitorTyping: sides.isTyping('isVisitorTyping'),
      isAgentTyping: sides.isTyping('isAgentTyping'),
      isVisitorHere: visitor?.isHere() ?? true,
    }),
    async next() {
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve));
      hasNews = false;
    },
    close() {
      if (watch.isClosed) return;
      watch.isClosed = true;
      sides.close();
      visitor?.close();
      leave();
      tell();
    },
  };
  return watch;
}

/** Follows the signs of both sides of a chat; calls `tell` when one begins or ends to type. */
function watchSides(signs: Signs, sessionId: string, tell: () => void) {
  const timers = new Map<TypingSide, NodeJS.Timeout>();
  const stop = (side: TypingSide): void => {
    timers.delete(side);
    tell();
  };
  const listeners = SIDES.map((side) =>
    signs.listen(topicOf(sessionId, side), () => {
      const before = timers.get(side);
      clearTimeout(before);
      timers.set(side, setTimeout(stop, GONE_AFTER, side).unref());
      if (!before) tell();
    }),
  );
  return {
    isTyping: (side: TypingSide) => timers.has(side),
    close(): void {
      for (const unlisten of listeners) unlisten();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
