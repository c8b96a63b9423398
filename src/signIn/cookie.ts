import type { Request, Response } from 'express';
import { SIGN_IN_COOKIE } from '../context.js';
import { SIGNED_IN_FOR } from '../auth/signIn.js';

/** Puts the secret of a sign-in into the browser: out of reach of scripts, not sent along from other sites. */
export function setSignInCookie(request: Request, response: Response, secret: string): void {
  response.cookie(SIGN_IN_COOKIE, secret, { ...kindOf(request), maxAge: SIGNED_IN_FOR });
}

/** Takes it out again. */
export function clearSignInCookie(request: Request, response: Response): void {
  response.clearCookie(SIGN_IN_COOKIE, kindOf(request));
}

/** Behind a balancer it says how the browser came. */
function kindOf(request: Request) {
  const secure = request.secure || request.get('x-forwarded-proto') === 'https';
  return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
}
