/** In characters. A shorter text cannot exceed the limit by much, so its parts are not counted. */
const SHORT = 65_536;

/** How deep lists and objects may be nested: each level takes memory until the last one is parsed. */
const MOST_LEVELS = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Whether a JSON text would take too long to parse: 8 MB can hold four million lists, which take seconds. `mostParts`
 * is the maximum number of lists, objects and members; each takes about a third of a microsecond. Also works on text
 * that is not JSON.
 */
export function isTooMuchJson(json: string, mostParts: number): boolean {
  if (json.length <= SHORT) return false;
  let parts = 0;
  let levels = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === QUOTE) at = endOfText(json, at);
    else if (char === COMMA) parts += 1;
    // 0x20 is the bit in which `[` differs from `{`, and `]` from `}`; it turns no other character of JSON into one of
    // them.
    else if ((char | 0x20) === 0x7b) {
      parts += 1;
      levels += 1;
    } else if ((char | 0x20) === 0x7d) levels -= 1;
    if (parts > mostParts || levels > MOST_LEVELS) return true;
  }
  return false;
}

/** The index where a text ends that begins at `start`: the next quote with an even number of backslashes before it. */
export function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let start = at;
  while (json.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}
