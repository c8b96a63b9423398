import { cookieIn, cookieName } from '../../context/context.js';
import { kindOf, type Visit } from './cookie.js';
import { pathOf } from './page.js';

const COOKIE = 'parley_return';

/** How long a browser may take to sign in, in milliseconds. */
const KEPT_FOR = 10 * 60_000;

/** The pages that people are sent back to once they have signed in. Nothing else is accepted from the cookie. */
const PAGE = /^\/(?:oauth\/authorize\?|connect\/google\?|invitations\/)[\x21-\x7e]+$/;

/** Remembers in the browser which page of this server it asked for, until the person has signed in. */
export function keepReturnPath(
  { request, response }: Visit,
  publicUrl: string | undefined,
  path: string,
): void {
  if (!PAGE.test(path)) return;
  const value = Buffer.from(path).toString('base64url');
  response.cookie(cookieName(COOKIE, publicUrl), value, {
    ...kindOf(request, publicUrl),
    maxAge: KEPT_FOR,
  });
}

/** Where a person goes after signing in: to the page they asked for, else to the page that says who they are. */
export function takeReturnPath(
  { request, response }: Visit,
  publicUrl: string | undefined,
): string {
  const name = cookieName(COOKIE, publicUrl);
  const value = cookieIn(request.headers.cookie, name) ?? '';
  const path = Buffer.from(value, 'base64url').toString();
  if (!PAGE.test(path)) return pathOf(publicUrl, '/sign-in');
  response.clearCookie(name, kindOf(request, publicUrl));
  return pathOf(publicUrl, path);
}
