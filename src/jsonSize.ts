/** A text that is not longer has no more in it than may be, or little more. */
const SHORT = 65_536;

/** Lists, objects and their members: each takes about a third of a microsecond to read, whatever it is. */
const MOST_PARTS = 400_000;

/** How deep they may be within each other: each level keeps memory until the last is read. */
const MOST_LEVELS = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Whether it would take too long to read a JSON text: four million lists fit into 8 MB, which take seconds. Text that is
 * no JSON has an answer too.
 */
export function isTooMuchJson(json: string): boolean {
  if (json.length <= SHORT) return false;
  let parts = 0;
  let levels = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === QUOTE) at = endOfText(json, at);
    else if (char === COMMA) parts += 1;
    // `[` and `{`, `]` and `}` differ in one bit from each other, and no other sign of JSON is like them.
    else if ((char | 0x20) === 0x7b) {
      parts += 1;
      levels += 1;
    } else if ((char | 0x20) === 0x7d) levels -= 1;
    if (parts > MOST_PARTS || levels > MOST_LEVELS) return true;
  }
  return false;
}

/** Where a text ends that begins there: at the next quote with an even number of backslashes before it. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let start = at;
  while (json.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}
