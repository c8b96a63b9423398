import type { Typing, TypingSide, TypingWatch } from '../context/typing.js';
import type { TakePlace } from '../rateLimits/places.js';
import { takeReaderPlaces } from '../rateLimits/takeReaderPlaces.js';
import {
  openVisitorWatches,
  type Signs,
  type VisitorWatch,
  type WatchVisitor,
} from './visitorPresence.js';

/** Milliseconds between two texts of a chat, at least. */
const TEXTS_APART = 500;

/** Milliseconds for which a text counts that stays as it is. */
const TEXT_GONE_AFTER = 60_000;

/** The topic of the question what was typed; its note is the topic of which a text is wanted. */
const SOUGHT = 'typedSought';

/** The topic of the answers to that question. */
const earlierTopic = (topic: string): string => `earlier:${topic}`;

/** Sends what visitors type in chats as notes of a topic: of texts that follow each other too fast, the newest. */
function openTypedTexts(signs: Signs) {
  /** The chats of which a text was sent a moment ago, with the text that is to follow. */
  const recent = new Map<string, string | undefined>();
  const keep = openKept(signs);
  const send = (sessionId: string, text: string): void => {
    recent.set(sessionId, undefined);
    setTimeout(sendNext, TEXTS_APART, sessionId).unref();
    const [topic, note] = [topicOf(sessionId, 'isVisitorTyping'), noteOf(text)];
    signs.announce(`${topic}|${note}`);
    keep(note, { topic, sessionId });
  };
  const sendNext = (sessionId: string): void => {
    const text = recent.get(sessionId);
    recent.delete(sessionId);
    if (text !== undefined) send(sessionId, text);
  };
  return (sessionId: string, text: string): void => {
    if (recent.has(sessionId)) recent.set(sessionId, text);
    else send(sessionId, text);
  };
}

/** A note that was sent, and whether somebody has asked for it since. */
interface Kept {
  readonly note: string;
  isAsked: boolean;
}

/**
 * Keeps the last note of each topic for as long as its text counts, for those who begin to watch later. The next sign of the topic, from
 * whatever process, ends that, and so does news of the chat: the visitor may have sent the text, or nobody may have the chat any more.
 */
function openKept(signs: Signs) {
  const kept = new Map<string, Kept>();
  signs.listen(SOUGHT, (topic = '') => {
    const one = kept.get(topic);
    if (!one) return;
    one.isAsked = true;
    signs.announce(`${earlierTopic(topic)}|${one.note}`);
  });
  return (note: string, { topic, sessionId }: Record<'topic' | 'sessionId', string>): void => {
    if (note === '') return;
    const one: Kept = { note, isAsked: false };
    const forget = (): void => {
      clearTimeout(timer);
      for (const unlisten of listeners) unlisten();
      kept.delete(topic);
    };
    const timer = setTimeout(() => {
      forget();
      // Those who asked count their time from the answer.
      if (one.isAsked) signs.announce(`${earlierTopic(topic)}|`);
    }, TEXT_GONE_AFTER).unref();
    const listeners = [topic, sessionId].map((ending) => signs.listen(ending, forget));
    kept.set(topic, one);
  };
}

/** Asks what was typed before, and calls back with it, and with null once it does not count any more, until the returned function is called. */
function askForTyped(
  signs: Signs,
  topic: string,
  onTyped: (text: string | null) => void,
): () => void {
  const unlisten = signs.listen(earlierTopic(topic), (note) => onTyped(typedTextIn(note)));
  signs.announce(`${SOUGHT}|${topic}`);
  return unlisten;
}

/** A text as a note, which may contain neither spaces nor bars. */
function noteOf(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** The text of a note; null where none was typed, or the visitor does not show it. */
function typedTextIn(note: string | undefined): string | null {
  return note ? Buffer.from(note, 'base64url').toString() : null;
}

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
  const showText = openTypedTexts(wakeUps);
  return {
    isDue: (sessionId, side) => !recent.has(topicOf(sessionId, side)),
    show(sessionId, side) {
      const topic = topicOf(sessionId, side);
      if (recent.has(topic)) return;
      recent.add(topic);
      setTimeout(() => recent.delete(topic), APART).unref();
      wakeUps.announce(topic);
    },
    showText,
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
  let visitor: VisitorWatch | undefined;
  const typed = watchSigns(signs, sessionId, { tell, hasText: watchVisitor !== undefined });
  const watch: TypingWatch & { isClosed: boolean } = {
    isClosed: false,
    ask() {
      if (watch.isClosed || !watchVisitor) return;
      visitor = watchVisitor(sessionId, tell);
      typed.ask();
      // What is known by now is part of the first answer, and no change.
      hasNews = false;
    },
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
  const take = (earlier: string | null): void => {
    // What came meanwhile is newer.
    if (earlier === null || text.now() === null) text.set(earlier);
  };
  return {
    ask: () => listeners.push(askForTyped(signs, visitorTopic, take)),
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
