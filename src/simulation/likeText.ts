import type { ExpectedText } from '../engine/index.js';

/** Whether a text is as expected: the same, or like a pattern in which each `*` stands for any characters. */
export function isAsExpected(text: string, expected: ExpectedText): boolean {
  return typeof expected === 'string' ? text === expected : isLike(text, expected.like);
}

/** The steps that looking for the patterns of one test may take: some 50 milliseconds. */
export const MAX_COMPARING = 200_000_000;

/**
 * Whether a text is like a pattern. Each part of it is searched for once, which may take as many steps as the characters of the text times
 * those of the pattern: callers bound these.
 */
export function isLike(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** An expected text as a line of a difference. */
export function expectedLine(expected: ExpectedText): string {
  return typeof expected === 'string' ? expected : `like ${expected.like}`;
}
