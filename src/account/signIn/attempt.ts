import { z } from 'zod';
import type { Visit } from './cookie.js';
import { keepSealed, takeSealed, type CookieKeeper } from './sealedCookie.js';

/** The state that a browser keeps while it is at the issuer; the response must match it. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier (RFC 7636): only the server that started can redeem the code. */
  readonly verifier: string;
  /** The signed-in person who connects the account; absent for a plain sign-in. */
  readonly userId?: string;
}

/** The dependencies for storing attempts. */
export interface AttemptKeeper extends CookieKeeper {
  /** The current time in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds that a browser may stay at the issuer. */
const AWAY_FOR = 10 * 60_000;

/** The cookie of an attempt: state, nonce, verifier, start time, and the id of the person or an empty text. */
const COOKIE = {
  name: 'parley_sign_in',
  place: 'sign-in attempt',
  schema: z.tuple([z.string(), z.string(), z.string(), z.number(), z.string()]),
  keptFor: AWAY_FOR,
};

/** Stores an attempt in an encrypted cookie of the browser. */
export async function keepAttempt(
  visit: Visit,
  keeper: AttemptKeeper,
  { state, nonce, verifier, userId = '' }: Attempt,
): Promise<void> {
  const value: z.infer<typeof COOKIE.schema> = [state, nonce, verifier, keeper.now(), userId];
  await keepSealed(visit, keeper, { ...COOKIE, value });
}

/** Returns the attempt of a returning browser and removes it; undefined if there is none or it took too long. */
export async function takeAttempt(
  visit: Visit,
  keeper: AttemptKeeper,
): Promise<Attempt | undefined> {
  const kept = await takeSealed(visit, keeper, COOKIE);
  if (!kept) return undefined;
  const [state, nonce, verifier, begunAt, userId] = kept;
  if (begunAt <= keeper.now() - AWAY_FOR || !state || !nonce || !verifier) return undefined;
  return { state, nonce, verifier, ...(userId && { userId }) };
}
