import type { z } from 'zod';
import type { SecretBox } from '../../auth/secretBox.js';
import { cookieIn, cookieName } from '../../context/context.js';
import { kindOf, type Visit } from './cookie.js';

/** The dependencies for storing sealed cookies. */
export interface CookieKeeper {
  readonly secrets: SecretBox;
  readonly publicUrl: string | undefined;
}

/** A cookie that only this server can read or write. */
export interface SealedCookie<T> {
  readonly name: string;
  /** Binds the encrypted text to its use, so that no other secret of this server is accepted for it. */
  readonly place: string;
  /** The shape of its value. */
  readonly schema: z.ZodType<T>;
  /** Milliseconds for which the browser keeps it. */
  readonly keptFor: number;
}

/** Stores a value in an encrypted cookie of the browser. */
export async function keepSealed<T>(
  visit: Visit,
  { secrets, publicUrl }: CookieKeeper,
  cookie: SealedCookie<T> & { readonly value: T },
): Promise<void> {
  const { keyId, sealed } = await secrets.seal(JSON.stringify(cookie.value), cookie.place);
  const text = `${keyId}.${Buffer.from(sealed, 'base64').toString('base64url')}`;
  const kind = kindOf(visit.request, publicUrl);
  visit.response.cookie(cookieName(cookie.name, publicUrl), text, {
    ...kind,
    maxAge: cookie.keptFor,
  });
}

/** Returns the value of a cookie and removes it; undefined if there is none that this server made. */
export async function takeSealed<T>(
  { request, response }: Visit,
  { secrets, publicUrl }: CookieKeeper,
  cookie: SealedCookie<T>,
): Promise<T | undefined> {
  const name = cookieName(cookie.name, publicUrl);
  response.clearCookie(name, kindOf(request, publicUrl));
  const kept = cookieIn(request.headers.cookie, name) ?? '';
  const [, keyId = '', value = ''] = /^(\w+)\.([\w-]+)/.exec(kept) ?? [];
  const sealed = Buffer.from(value, 'base64url').toString('base64');
  const text = await secrets.open({ keyId, sealed }, cookie.place).catch(() => 'null');
  return cookie.schema.safeParse(JSON.parse(text)).data;
}
