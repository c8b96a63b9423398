import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A message to sign by the rules of Standard Webhooks (https://www.standardwebhooks.com). */
export interface SignedMessage {
  /** The same in every attempt. */
  readonly id: string;
  readonly body: string;
  /** The time of this attempt. */
  readonly at: Date;
}

/** The headers of a signed message, with a signature for each secret. Secrets are `whsec_` and base64. */
export function signedHeaders(
  { id, body, at }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatureOf = (secret: string): string =>
    `v1,${macOf(secret, `${id}.${timestamp}.`, Buffer.from(body)).toString('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureOf).join(' '),
  };
}

/** Seconds that the time of a signed request may differ from now. */
const TOLERANCE = 300;

/** The id of a request that is signed with this secret and at most five minutes old; undefined for others. */
export function signedId(
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): string | undefined {
  const [id, timestamp, signature] = NAMES.map((name) => String(headers[name] ?? ''));
  if (!id || !timestamp || !signature) return undefined;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE)) return undefined;
  const mac = macOf(secret, `${id}.${timestamp}.`, body);
  const isOurs = signature.split(' ').some((one) => isSame(mac, one.replace(/^v1,/, '')));
  return isOurs ? id : undefined;
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

function macOf(secret: string, before: string, body: Buffer): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(before).update(body).digest();
}

function isSame(own: Buffer, received: string): boolean {
  const bytes = Buffer.from(received, 'base64');
  return bytes.length === own.length && timingSafeEqual(bytes, own);
}
