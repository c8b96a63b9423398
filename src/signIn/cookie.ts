import type { Request, Response } from 'express';
import { SIGN_IN_COOKIE } from '../context/context.js';
import { SIGNED_IN_FOR } from '../auth/signIn.js';

/** A request of a browser, and the answer it gets. */
export interface Visit {
  readonly request: Request;
  readonly response: Response;
}

/** Puts the secret of a sign-in into the browser: out of reach of scripts, not sent along from other sites. */
export function setSignInCookie(visit: Visit, publicUrl: string | undefined, secret: string): void {
  const kind = kindOf(visit.request, publicUrl);
  visit.response.cookie(SIGN_IN_COOKIE, secret, { ...kind, maxAge: SIGNED_IN_FOR });
}

/** Takes it out again. */
export function clearSignInCookie(
  { request, response }: Visit,
  publicUrl: string | undefined,
): void {
  response.clearCookie(SIGN_IN_COOKIE, kindOf(request, publicUrl));
}

/**
 * What kind of cookies these are. They never go over an open line where `PUBLIC_URL` is https, whatever a balancer says
 * or leaves out; where it is not known, a balancer says how the browser came.
 */
export function kindOf(request: Request, publicUrl: string | undefined) {
  const came = request.get('x-forwarded-proto')?.split(',')[0]?.trim();
  const secure = publicUrl?.startsWith('https:') || request.secure || came === 'https';
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
}
