import type { SecretBox } from '../auth/secretBox.js';
import { kindOf, type Visit } from './cookie.js';

/** What a browser carries from its leaving for the issuer to its coming back: what the answer must fit. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE: only who began can redeem the code. */
  readonly verifier: string;
  /** Who is signed in already and wants to sign in with that account from now on; absent for whoever only signs in. */
  readonly userId?: string;
}

/** What keeps attempts. */
export interface AttemptKeeper {
  readonly secrets: SecretBox;
  readonly publicUrl: string | undefined;
  /** The time in milliseconds. */
  readonly now: () => number;
}

const COOKIE = 'parley_sign_in';

/** For how long somebody may be away at the issuer, in milliseconds. */
const AWAY_FOR = 10 * 60_000;

/** Binds the text to its use: no other secret of this server passes for it. */
const PLACE = 'sign-in attempt';

/** Keeps an attempt in the browser that makes it, encrypted. */
export async function keepAttempt(
  visit: Visit,
  { secrets, publicUrl, now }: AttemptKeeper,
  { state, nonce, verifier, userId = '' }: Attempt,
): Promise<void> {
  const text = JSON.stringify([state, nonce, verifier, now(), userId]);
  const { keyId, sealed } = await secrets.seal(text, PLACE);
  const value = `${keyId}.${Buffer.from(sealed, 'base64').toString('base64url')}`;
  visit.response.cookie(COOKIE, value, { ...kindOf(visit.request, publicUrl), maxAge: AWAY_FOR });
}

/** The attempt of the browser that comes back, which is then over; undefined when there is none, or it took too long. */
export async function takeAttempt(
  { request, response }: Visit,
  { secrets, publicUrl, now }: AttemptKeeper,
): Promise<Attempt | undefined> {
  response.clearCookie(COOKIE, kindOf(request, publicUrl));
  const text = await openCookie(request.headers.cookie ?? '', secrets);
  const parts: unknown = JSON.parse(text);
  if (!Array.isArray(parts)) return undefined;
  const [state, nonce, verifier, begunAt, userId] = parts.map(String);
  const isFresh = Number(begunAt) > now() - AWAY_FOR;
  if (!isFresh || !state || !nonce || !verifier) return undefined;
  return { state, nonce, verifier, ...(userId && { userId }) };
}

/** What the cookie holds: the text of no attempt when there is none, or it is not from here. */
async function openCookie(cookies: string, secrets: SecretBox): Promise<string> {
  const cookie = new RegExp(`(?:^|; *)${COOKIE}=(\\w+)\\.([\\w-]+)`);
  const [, keyId = '', value = ''] = cookie.exec(cookies) ?? [];
  const sealed = Buffer.from(value, 'base64url').toString('base64');
  return secrets.open({ keyId, sealed }, PLACE).catch(() => 'null');
}
