import type { Signs } from './visitorPresence.js';

/** Milliseconds between two texts of a chat, at least. */
const APART = 500;

/** Sends what visitors type as notes of a topic: of texts that follow each other too fast, the newest. */
export function openTypedTexts(signs: Pick<Signs, 'announce'>) {
  /** The topics to which a text was sent a moment ago, with the text that is to follow. */
  const recent = new Map<string, string | undefined>();
  const send = (topic: string, text: string): void => {
    recent.set(topic, undefined);
    setTimeout(sendNext, APART, topic).unref();
    signs.announce(`${topic}|${noteOf(text)}`);
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

/** A text as a note, which may contain neither spaces nor bars. */
function noteOf(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** The text of a note; null where none was typed, or the visitor does not show it. */
export function typedTextIn(note: string | undefined): string | null {
  return note ? Buffer.from(note, 'base64url').toString() : null;
}
