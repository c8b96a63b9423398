/**
 * Reads JSON; whole numbers too large to be exact become texts, so that no digit is lost (engine §6.1). Undefined when
 * the text is no JSON.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return LONG_NUMBER.test(text) ? JSON.parse(text.replace(TOKEN, exact)) : value;
  } catch {
    return undefined;
  }
}

const LONG_NUMBER = /\d{16}/;

/** A text, which is skipped as a whole, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function exact(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
