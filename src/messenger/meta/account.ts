import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { META_ADDRESS } from '../../integrations/metaAddress.js';

/** A number at WhatsApp, and how to reach the service that runs it. */
export interface Account {
  /** The start of the addresses of the service. */
  readonly base: string;
  readonly messagesUrl: string;
  readonly mediaUrl: string;
  /** The headers that authenticate the sender. */
  readonly headers: Readonly<Record<string, string>>;
  /** The number that messages must be for; absent where the service delivers those of one number alone. */
  readonly phoneNumberId?: string;
  /** Texts that must not be in any log. */
  readonly secrets: readonly string[];
  isFrom(headers: IncomingHttpHeaders, body: Buffer): boolean;
  /** Whether this is the token by which the service verifies the address. */
  isVerifyToken(token: string): boolean;
  /**
   * The address of the bytes of a file, which are at `url` according to the service; undefined for an address that gets no headers of ours.
   */
  downloadUrlOf(url: URL): string | undefined;
}

const maybe = z.string().nullish();

const metaSchema = z.object({
  provider: z.literal('meta').nullish(),
  systemUserAccessToken: z.string(),
  phoneNumberId: z.string(),
  appSecret: maybe,
  verifyToken: maybe,
});

const dialogSchema = z.object({
  provider: z.literal('360dialog'),
  apiKey: z.string(),
  webhookSecret: maybe,
});

/** The address of 360dialog, unless the operator sets another (`VENDOR_ADDRESSES`). */
const DIALOG = 'https://waba-v2.360dialog.io';

/** The account of the secrets in credentials; undefined where they are for another service. */
export function accountOf(
  data: unknown,
  addresses: ReadonlyMap<string, string>,
): Account | undefined {
  const meta = metaSchema.safeParse(data).data;
  if (meta) return metaAccount(meta, addresses.get('meta') ?? META_ADDRESS);
  const dialog = dialogSchema.safeParse(data).data;
  return dialog && dialogAccount(dialog, addresses.get('360dialog') ?? DIALOG);
}

/** The cloud API of Meta (https://developers.facebook.com/docs/whatsapp/cloud-api). */
function metaAccount(
  {
    systemUserAccessToken: token,
    phoneNumberId,
    appSecret,
    verifyToken,
  }: z.infer<typeof metaSchema>,
  base: string,
): Account {
  return {
    base,
    phoneNumberId,
    messagesUrl: `${base}/${encodeURIComponent(phoneNumberId)}/messages`,
    mediaUrl: `${base}/${encodeURIComponent(phoneNumberId)}/media`,
    headers: { authorization: `Bearer ${token}` },
    secrets: known(token, appSecret, verifyToken),
    isFrom: (headers, body) =>
      Boolean(appSecret) && isSignedWith(appSecret ?? '', headers['x-hub-signature-256'], body),
    isVerifyToken: (given) => Boolean(verifyToken) && isSecret(verifyToken ?? '', given),
    downloadUrlOf: (url) =>
      url.origin === new URL(base).origin || isMetas(url) ? url.href : undefined,
  };
}

/** Whether an address is at a host of Meta that serves files. */
function isMetas({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' && /\.(?:fbsbx|facebook|fbcdn|whatsapp)\.(?:com|net)$/.test(hostname)
  );
}

/**
 * The same API at 360dialog (https://docs.360dialog.com). It signs requests for partners; to everybody else it sends the headers that were
 * set with the address of the webhook. Files are fetched through its own host.
 */
function dialogAccount(
  { apiKey, webhookSecret }: z.infer<typeof dialogSchema>,
  base: string,
): Account {
  return {
    base,
    messagesUrl: `${base}/messages`,
    mediaUrl: `${base}/media`,
    headers: { 'd360-api-key': apiKey },
    secrets: known(apiKey, webhookSecret),
    isFrom(headers, body) {
      if (!webhookSecret) return false;
      const { authorization = '', 'x-360dialog-signature': signature } = headers;
      const isNamed = isSecret(webhookSecret, authorization.replace(/^Bearer /i, ''));
      return isNamed || isSignedWith(webhookSecret, signature, body);
    },
    isVerifyToken: () => false,
    downloadUrlOf: ({ pathname, search }) => `${base}${pathname}${search}`,
  };
}

function known(...secrets: readonly (string | null | undefined)[]): string[] {
  return secrets.flatMap((secret) => secret || []);
}

/** Whether a header is the HMAC-SHA256 of a body: hexadecimal digits, with or without `sha256=` before them, or base64. */
function isSignedWith(
  secret: string,
  header: string | readonly string[] | undefined,
  body: Buffer,
): boolean {
  const given = String(header).replace(/^sha256=/i, '');
  const digest = Buffer.from(given, /^[\da-f]{64}$/i.test(given) ? 'hex' : 'base64');
  const own = createHmac('sha256', secret).update(body).digest();
  return digest.length === own.length && timingSafeEqual(own, digest);
}

/** Compares a text with the secret, in a time that does not show how much of it is right. */
function isSecret(secret: string, given: string): boolean {
  return timingSafeEqual(hashOf(secret), hashOf(given));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
