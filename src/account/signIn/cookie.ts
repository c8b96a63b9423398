import type { Request, Response } from 'express';
import { cookieName, SIGN_IN_COOKIE } from '../../context/context.js';
import { cameOverHttps } from '../../context/readOrigin.js';
import { SIGNED_IN_FOR } from '../../auth/signIn.js';

/** A request of a browser, and its response. */
export interface Visit {
  readonly request: Request;
  readonly response: Response;
}

/** Stores the secret of a sign-in in a cookie that scripts cannot read and other sites do not send. */
export function setSignInCookie(visit: Visit, publicUrl: string | undefined, secret: string): void {
  const kind = kindOf(visit.request, publicUrl);
  const name = cookieName(SIGN_IN_COOKIE, publicUrl);
  visit.response.cookie(name, secret, { ...kind, maxAge: SIGNED_IN_FOR });
}

/** Removes that cookie. */
export function clearSignInCookie(
  { request, response }: Visit,
  publicUrl: string | undefined,
): void {
  response.clearCookie(cookieName(SIGN_IN_COOKIE, publicUrl), kindOf(request, publicUrl));
}

/**
 * The attributes of cookies. They are sent only over https if `PUBLIC_URL` is https, whatever headers a load balancer sets; without
 * `PUBLIC_URL` those headers decide.
 */
export function kindOf(request: Request, publicUrl: string | undefined) {
  const secure = publicUrl?.startsWith('https:') || cameOverHttps(request);
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
}
