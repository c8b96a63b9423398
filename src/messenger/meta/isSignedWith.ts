import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a header holds the HMAC-SHA256 of a body: hexadecimal digits, with or without `sha256=` before them, or base64. */
export function isSignedWith(
  secret: string,
  header: string | readonly string[] | undefined,
  body: Buffer,
): boolean {
  const given = String(header).replace(/^sha256=/i, '');
  const digest = Buffer.from(given, /^[\da-f]{64}$/i.test(given) ? 'hex' : 'base64');
  const own = createHmac('sha256', secret).update(body).digest();
  return digest.length === own.length && timingSafeEqual(own, digest);
}

/** Whether a text is the secret, in a time that does not tell how much of it is right. */
export function isSecret(secret: string, given: string): boolean {
  return timingSafeEqual(hashOf(secret), hashOf(given));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
