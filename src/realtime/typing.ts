import type { Typing, TypingWatch, Typists } from '../context/typing.js';
import type { TakePlace } from '../rateLimits/places.js';
import { takeReaderPlaces } from '../rateLimits/takeReaderPlaces.js';
import type { OpenWakeUps } from './wakeUps.js';

/** Milliseconds between two signs of the same side of a chat, at least. */
const APART = 3_000;

/** Milliseconds for which a sign counts. */
const GONE_AFTER = 6_000;

const SIDES = ['isVisitorTyping', 'isAgentTyping'] as const;

/** A wake-up carries no data, so its topic says who types. */
const topicOf = (sessionId: string, side: keyof Typists): string => `${side}:${sessionId}`;

/** Where signs are sent and received. */
type Signs = Pick<OpenWakeUps, 'announce' | 'listen'>;

/** Opens the signs of those who type. */
export function openTyping(wakeUps: Signs, takePlace?: TakePlace): Typing {
  /** The topics whose last sign is so recent that no other is sent. */
  const recent = new Set<string>();
  return {
    isDue: (sessionId, side) => !recent.has(topicOf(sessionId, side)),
    show(sessionId, side) {
      const topic = topicOf(sessionId, side);
      if (recent.has(topic)) return;
      recent.add(topic);
      setTimeout(() => recent.delete(topic), APART).unref();
      wakeUps.announce(topic);
    },
    watch(sessionId, clientAddress) {
      const leave = takeReaderPlaces(takePlace, { sessionId, clientAddress });
      return openWatch(wakeUps, sessionId, leave);
    },
  };
}

/** Opens a watch; `onClose` is called when it was closed. */
function openWatch(wakeUps: Signs, sessionId: string, onClose: () => void): TypingWatch {
  const timers = new Map<keyof Typists, NodeJS.Timeout>();
  let hasNews = false;
  let wake = (): void => undefined;
  const tell = (): void => {
    hasNews = true;
    wake();
  };
  const stop = (side: keyof Typists): void => {
    timers.delete(side);
    tell();
  };
  const listeners = SIDES.map((side) =>
    wakeUps.listen(topicOf(sessionId, side), () => {
      const before = timers.get(side);
      clearTimeout(before);
      timers.set(side, setTimeout(stop, GONE_AFTER, side).unref());
      if (!before) tell();
    }),
  );
  const watch: TypingWatch & { isClosed: boolean } = {
    isClosed: false,
    now: () => ({
      isVisitorTyping: timers.has('isVisitorTyping'),
      isAgentTyping: timers.has('isAgentTyping'),
    }),
    async next() {
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve));
      hasNews = false;
    },
    close() {
      if (watch.isClosed) return;
      watch.isClosed = true;
      for (const each of [...listeners, onClose]) each();
      for (const timer of timers.values()) clearTimeout(timer);
      tell();
    },
  };
  return watch;
}
