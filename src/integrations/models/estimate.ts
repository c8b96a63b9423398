/**
 * A token is about four characters of English (https://help.openai.com/en/articles/4936856). Bytes are counted instead of characters,
 * because letters of other alphabets take more bytes and also more tokens.
 */
const BYTES_OF_TOKEN = 4;
/** An image is some 1,000 tokens (https://platform.openai.com/docs/guides/images-vision). */
const BYTES_OF_IMAGE = 4_000;
/** The nesting that is counted; deeper values only serve to overflow the stack. */
const MAX_DEPTH = 10;

/** An estimate of the tokens in a text. */
export function tokensIn(bytes: number): number {
  return Math.ceil(bytes / BYTES_OF_TOKEN);
}

/** The UTF-8 bytes of all texts in a request; a URL counts as an image. */
export function bytesIn(value: unknown, depth = 0): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof URL) return BYTES_OF_IMAGE;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + bytesIn(member, depth + 1), 0);
}
