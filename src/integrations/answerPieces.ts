import { BodyTooLarge } from './readBody.js';

/** Limits of a response that is parsed: of one event of a stream, or of a document. */
export interface AnswerBounds {
  /** In bytes. */
  readonly longest: number;
  /** The number of objects and lists. */
  readonly nested: number;
  /** The number of lines of the whole response. */
  readonly lines: number;
}

/**
 * The limits for responses of models: parsing one part takes some 10 ms at most, and the whole a few seconds. An answer has at most 100,000
 * characters, which is some 25,000 events of two or three lines.
 */
export const MODEL_ANSWER: AnswerBounds = { longest: 400_000, nested: 10_000, lines: 100_000 };

/** The size of a piece that is processed without interruption: an event of a few bytes takes some 100 µs to read. */
const PIECE_BYTES = 4_096;
const PIECE_LINES = 32;

const [LF, CR, BRACE, BRACKET] = [0x0a, 0x0d, 0x7b, 0x5b] as const;

/**
 * Returns a function that cuts a response into pieces that are processed without interruption; call it with chunks as they arrive, in
 * order. Throws `BodyTooLarge` beyond the limits. In a stream of events, an empty line starts the next event.
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
