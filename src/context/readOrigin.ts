/**
 * In characters: a host has at most 253 (RFC 1035, section 2.3.4), and reading a long one takes time that grows with the square of
 * its length.
 */
const LONGEST = 300;

/** An origin that a client or an author sent, as an address; undefined for what is not an address, or longer than an origin is. */
export function readOrigin(text: string): URL | undefined {
  return text.length <= LONGEST && URL.canParse(text) ? new URL(text) : undefined;
}
