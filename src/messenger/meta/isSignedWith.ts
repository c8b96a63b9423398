import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a header holds the HMAC-SHA256 of a body in hexadecimal digits, with or without `sha256=` before them. */
export function isSignedWith(
  secret: string,
  header: string | readonly string[] | undefined,
  body: Buffer,
): boolean {
  const [, digits] = /^(?:sha256=)?([\da-f]{64})$/i.exec(String(header)) ?? [];
  if (digits === undefined) return false;
  return timingSafeEqual(
    createHmac('sha256', secret).update(body).digest(),
    Buffer.from(digits, 'hex'),
  );
}

/** Whether a text is the secret, in a time that does not tell how much of it is right. */
export function isSecret(secret: string, given: string): boolean {
  return timingSafeEqual(hashOf(secret), hashOf(given));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
