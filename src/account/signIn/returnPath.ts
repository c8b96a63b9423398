import { cookieIn, cookieName } from '../../context/context.js';
import { kindOf, type Visit } from './cookie.js';
import { pathOf } from './page.js';

const COOKIE = 'parley_return';

/** Milliseconds that signing in may take. */
const KEPT_FOR = 10 * 60_000;

/** The pages to which people return after signing in. Nothing else is accepted from the cookie. */
const PAGE = /^\/(?:oauth\/authorize\?|connect\/google\?|invitations\/)[\x21-\x7e]+$/;

/** Stores the requested page in a cookie until the person has signed in. */
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

/** The page that was requested before signing in; undefined where none was. */
export function takeReturnPath(
  { request, response }: Visit,
  publicUrl: string | undefined,
): string | undefined {
  const name = cookieName(COOKIE, publicUrl);
  const value = cookieIn(request.headers.cookie, name) ?? '';
  const path = Buffer.from(value, 'base64url').toString();
  if (!PAGE.test(path)) return undefined;
  response.clearCookie(name, kindOf(request, publicUrl));
  return pathOf(publicUrl, path);
}
