import { z } from 'zod';
import type { SecretBox } from '../auth/secretBox.js';
import { kindOf, type Visit } from './cookie.js';

/** The state that a browser carries while it is at the issuer; the response must match it. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE (RFC 7636): only the server that began can redeem the code. */
  readonly verifier: string;
  /** The person who is signed in and connects the account; absent for a plain sign-in. */
  readonly userId?: string;
}

/** The dependencies for storing attempts. */
export interface AttemptKeeper {
  readonly secrets: SecretBox;
  readonly publicUrl: string | undefined;
  /** The current time in milliseconds. */
  readonly now: () => number;
}

const COOKIE = 'parley_sign_in';

/** How long a browser may stay at the issuer, in milliseconds. */
const AWAY_FOR = 10 * 60_000;

/** Binds the encrypted text to its use: no other secret of this server is accepted for it. */
const PLACE = 'sign-in attempt';

/** An attempt as its cookie keeps it: state, nonce, verifier, when it began, and the id of the person or nothing. */
const keptSchema = z.tuple([z.string(), z.string(), z.string(), z.number(), z.string()]);

/** Stores an attempt, encrypted, in a cookie of the browser that makes it. */
export async function keepAttempt(
  visit: Visit,
  { secrets, publicUrl, now }: AttemptKeeper,
  { state, nonce, verifier, userId = '' }: Attempt,
): Promise<void> {
  const kept: z.infer<typeof keptSchema> = [state, nonce, verifier, now(), userId];
  const { keyId, sealed } = await secrets.seal(JSON.stringify(kept), PLACE);
  const value = `${keyId}.${Buffer.from(sealed, 'base64').toString('base64url')}`;
  visit.response.cookie(COOKIE, value, { ...kindOf(visit.request, publicUrl), maxAge: AWAY_FOR });
}

/**
 * Returns the attempt of the browser that comes back and ends it; undefined when there is none, or it took too long.
 */
export async function takeAttempt(
  { request, response }: Visit,
  { secrets, publicUrl, now }: AttemptKeeper,
): Promise<Attempt | undefined> {
  response.clearCookie(COOKIE, kindOf(request, publicUrl));
  const text = await openCookie(request.headers.cookie ?? '', secrets);
  const kept = keptSchema.safeParse(JSON.parse(text)).data;
  if (!kept) return undefined;
  const [state, nonce, verifier, begunAt, userId] = kept;
  if (begunAt <= now() - AWAY_FOR || !state || !nonce || !verifier) return undefined;
  return { state, nonce, verifier, ...(userId && { userId }) };
}

/** The text of the cookie; the text of no attempt when there is none, or it was not made by this server. */
async function openCookie(cookies: string, secrets: SecretBox): Promise<string> {
  const cookie = new RegExp(`(?:^|; *)${COOKIE}=(\\w+)\\.([\\w-]+)`);
  const [, keyId = '', value = ''] = cookie.exec(cookies) ?? [];
  const sealed = Buffer.from(value, 'base64url').toString('base64');
  return secrets.open({ keyId, sealed }, PLACE).catch(() => 'null');
}
