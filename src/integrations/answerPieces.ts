import { BodyTooLarge } from './readBody.js';

/** How large an answer may be that somebody parses: one event of a stream, or a document. */
export interface AnswerBounds {
  /** In bytes. */
  readonly longest: number;
  /** How many objects and lists it may have. */
  readonly nested: number;
  /** How many lines all of it may have. */
  readonly lines: number;
}

/**
 * What models answer: parsing it takes some 10 ms at most, and all of it a few seconds. An answer has at most 100 000 characters,
 * which is some 25 000 events of two or three lines.
 */
export const MODEL_ANSWER: AnswerBounds = { longest: 400_000, nested: 10_000, lines: 100_000 };

/** How much is passed on in one go: an event of a few bytes is read at some 100 µs, without a pause of its own. */
const PIECE_BYTES = 4_096;
const PIECE_LINES = 32;

const [LF, CR, BRACE, BRACKET] = [0x0a, 0x0d, 0x7b, 0x5b] as const;

/**
 * Cuts an answer into pieces that are read in one go; call it with what arrives, in order. Throws `BodyTooLarge` past the
 * bounds. In a stream of events, an empty line begins the next event.
 */
export function cutAnswer(
  isStream: boolean,
  { longest, nested, lines: most }: AnswerBounds,
): (bytes: Buffer) => Generator<Buffer> {
  let [lines, line, size, opened, last] = [0, 0, 0, 0, 0];
  const endLine = (): void => {
    lines += 1;
    if (isStream && line === 0) [size, opened] = [0, 0];
    line = 0;
  };
  const add = (byte: number): void => {
    size += 1;
    if (byte === BRACE || byte === BRACKET) opened += 1;
    if (byte !== LF && byte !== CR) line += 1;
    else if (byte === CR || last !== CR) endLine();
    last = byte;
  };
  const assertWithin = (): void => {
    if (size > longest || opened > nested || lines > most) throw new BodyTooLarge();
  };
  return function* (bytes) {
    let [from, before] = [0, lines];
    for (let at = 0; at < bytes.length; at += 1) {
      add(bytes[at] ?? 0);
      if (at - from < PIECE_BYTES - 1 && lines - before < PIECE_LINES) continue;
      assertWithin();
      yield bytes.subarray(from, at + 1);
      [from, before] = [at + 1, lines];
    }
    assertWithin();
    if (from < bytes.length) yield bytes.subarray(from);
  };
}
