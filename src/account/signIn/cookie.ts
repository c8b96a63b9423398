import type { Request, Response } from 'express';
import { cookieName, SIGN_IN_COOKIE } from '../../context/context.js';
import { cameOverHttps } from '../../context/readOrigin.js';
import { SIGNED_IN_FOR } from '../../auth/signIn.js';

/** A request of a browser, and the answer it gets. */
export interface Visit {
  readonly request: Request;
  readonly response: Response;
}

/** Stores the secret of a sign-in in the browser: not readable by scripts, not sent along from other sites. */
export function setSignInCookie(visit: Visit, publicUrl: string | undefined, secret: string): void {
  const kind = kindOf(visit.request, publicUrl);
  const name = cookieName(SIGN_IN_COOKIE, publicUrl);
  visit.response.cookie(name, secret, { ...kind, maxAge: SIGNED_IN_FOR });
}

/** Removes it again. */
export function clearSignInCookie(
  { request, response }: Visit,
  publicUrl: string | undefined,
): void {
  response.clearCookie(cookieName(SIGN_IN_COOKIE, publicUrl), kindOf(request, publicUrl));
}

/**
 * The attributes of these cookies. They are sent only over https where `PUBLIC_URL` is https, whatever headers a load
 * balancer sets; without `PUBLIC_URL` the headers of the balancer decide.
 */
export function kindOf(request: Request, publicUrl: string | undefined) {
  const secure = publicUrl?.startsWith('https:') || cameOverHttps(request);
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
}
