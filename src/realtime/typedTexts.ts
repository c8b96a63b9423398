import type { Signs } from './visitorPresence.js';

/** Milliseconds between two texts of a chat, at least. */
const APART = 500;

/** Milliseconds for which a text counts that stays as it is. */
export const TEXT_GONE_AFTER = 60_000;

/** The topic of the question what was typed; its note is the topic of which a text is wanted. */
const SOUGHT = 'typedSought';

/** The topic of the answers to that question. */
const earlierTopic = (topic: string): string => `earlier:${topic}`;

/** Sends what visitors type as notes of a topic: of texts that follow each other too fast, the newest. */
export function openTypedTexts(signs: Signs) {
  /** The topics to which a text was sent a moment ago, with the text that is to follow. */
  const recent = new Map<string, string | undefined>();
  const keep = openKept(signs);
  const send = (topic: string, text: string): void => {
    recent.set(topic, undefined);
    setTimeout(sendNext, APART, topic).unref();
    const note = noteOf(text);
    signs.announce(`${topic}|${note}`);
    keep(topic, note);
  };
  const sendNext = (topic: string): void => {
    const text = recent.get(topic);
    recent.delete(topic);
    if (text !== undefined) send(topic, text);
  };
  return (topic: string, text: string): void => {
    if (recent.has(topic)) recent.set(topic, text);
    else send(topic, text);
  };
}

/** A note that was sent, and whether somebody has asked for it since. */
interface Kept {
  readonly note: string;
  isAsked: boolean;
}

/** Keeps the last note of each topic for as long as its text counts, for those who begin to watch later. The next sign of the topic, from whatever process, ends that. */
function openKept(signs: Signs) {
  const kept = new Map<string, Kept>();
  signs.listen(SOUGHT, (topic = '') => {
    const one = kept.get(topic);
    if (!one) return;
    one.isAsked = true;
    signs.announce(`${earlierTopic(topic)}|${one.note}`);
  });
  return (topic: string, note: string): void => {
    if (note === '') return;
    const one: Kept = { note, isAsked: false };
    const forget = (): void => {
      clearTimeout(timer);
      unlisten();
      kept.delete(topic);
    };
    const timer = setTimeout(() => {
      forget();
      // Those who asked count their time from the answer.
      if (one.isAsked) signs.announce(`${earlierTopic(topic)}|`);
    }, TEXT_GONE_AFTER).unref();
    const unlisten = signs.listen(topic, forget);
    kept.set(topic, one);
  };
}

/** Asks what was typed before, and calls back with it, and with null once it does not count any more, until the returned function is called. */
export function askForTyped(
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
export function typedTextIn(note: string | undefined): string | null {
  return note ? Buffer.from(note, 'base64url').toString() : null;
}
