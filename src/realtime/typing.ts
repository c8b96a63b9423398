import type { Typing, TypingSide, TypingWatch } from '../context/typing.js';
import type { TakePlace } from '../rateLimits/places.js';
import { takeReaderPlaces } from '../rateLimits/takeReaderPlaces.js';
import { askForTyped, openTypedTexts, TEXT_GONE_AFTER, typedTextIn } from './typedTexts.js';
import { openVisitorWatches, type Signs, type WatchVisitor } from './visitorPresence.js';

/** Milliseconds between two signs of the same side of a chat, at least. */
const APART = 3_000;

/** Milliseconds for which a sign counts. */
const GONE_AFTER = 6_000;

/** The topic of a wake-up says who types; its note, what a visitor types. */
const topicOf = (sessionId: string, side: TypingSide): string => `${side}:${sessionId}`;

/** Opens the signs of those who type. */
export function openTyping(wakeUps: Signs, takePlace?: TakePlace): Typing {
  /** The topics whose last sign is so recent that no other is sent. */
  const recent = new Set<string>();
  const watchVisitor = openVisitorWatches(wakeUps);
  const sendText = openTypedTexts(wakeUps);
  return {
    isDue: (sessionId, side) => !recent.has(topicOf(sessionId, side)),
    show(sessionId, side) {
      const topic = topicOf(sessionId, side);
      if (recent.has(topic)) return;
      recent.add(topic);
      setTimeout(() => recent.delete(topic), APART).unref();
      wakeUps.announce(topic);
    },
    showText: (sessionId, text) => sendText(topicOf(sessionId, 'isVisitorTyping'), text),
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
  const visitor = watchVisitor?.(sessionId, tell);
  const typed = watchSigns(signs, sessionId, { tell, hasText: visitor !== undefined });
  // What is known by now is part of the first answer, and no change.
  hasNews = false;
  const watch: TypingWatch & { isClosed: boolean } = {
    isClosed: false,
    now: () => ({ ...typed.now(), isVisitorHere: visitor?.isHere() ?? true }),
    async next() {
      if (!hasNews) await new Promise<void>((resolve) => (wake = resolve));
      hasNews = false;
    },
    close() {
      if (watch.isClosed) return;
      watch.isClosed = true;
      typed.close();
      visitor?.close();
      leave();
      tell();
    },
  };
  return watch;
}

/** Follows the signs of both sides of a chat; calls `tell` when one begins or ends to type, and at each other text of the visitor with `hasText`. */
function watchSigns(
  signs: Signs,
  sessionId: string,
  { tell, hasText }: { readonly tell: () => void; readonly hasText: boolean },
) {
  const text = openPassing<string>(TEXT_GONE_AFTER, tell);
  const visitor = openPassing<true>(GONE_AFTER, tell);
  const agent = openPassing<true>(GONE_AFTER, tell);
  const visitorTopic = topicOf(sessionId, 'isVisitorTyping');
  const listeners = [
    signs.listen(visitorTopic, (note) => {
      // An empty note says that the visitor has emptied the field, or sent what was in it.
      visitor.set(note === '' ? null : true);
      if (hasText) text.set(typedTextIn(note));
    }),
    signs.listen(topicOf(sessionId, 'isAgentTyping'), () => agent.set(true)),
  ];
  if (hasText) {
    const take = (earlier: string | null): void => {
      // What came meanwhile is newer.
      if (earlier === null || text.now() === null) text.set(earlier);
    };
    listeners.push(askForTyped(signs, visitorTopic, take));
  }
  return {
    now: () => ({
      isVisitorTyping: visitor.now() !== null,
      isAgentTyping: agent.now() !== null,
      visitorText: text.now(),
    }),
    close(): void {
      for (const unlisten of listeners) unlisten();
      for (const sign of [text, visitor, agent]) sign.close();
    },
  };
}

/** A value that is forgotten some milliseconds after it was set last; calls `tell` when it becomes another one. */
function openPassing<Value>(lasts: number, tell: () => void) {
  let value: Value | null = null;
  let timer: NodeJS.Timeout | undefined;
  const become = (next: Value | null): void => {
    const isNew = next !== value;
    value = next;
    if (isNew) tell();
  };
  return {
    now: () => value,
    set(next: Value | null): void {
      clearTimeout(timer);
      if (next !== null) timer = setTimeout(become, lasts, null).unref();
      become(next);
    },
    close: () => clearTimeout(timer),
  };
}
