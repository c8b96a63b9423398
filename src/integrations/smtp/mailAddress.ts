/** An e-mail address with its display name. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/**
 * Parses `ada@example.com` or `Ada <ada@example.com>`. Throws for anything else, including lists of addresses, so that the answer of a
 * visitor is one recipient at most.
 */
export function mailAddressOf(text: string): MailAddress {
  const [, named = '', inner = text] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = inner.trim();
  if (address.length > MAX_LENGTH || !ADDRESS.test(address)) {
    throw new Error(`"${text.slice(0, SHOWN_LENGTH)}" is not an e-mail address`);
  }
  const name = named.replace(/[\p{Cc}"\\]+/gu, ' ').trim();
  return { name, address };
}

/** In characters (RFC 5321, 4.5.3.1.3), without the brackets. */
const MAX_LENGTH = 254;
const SHOWN_LENGTH = 100;

/** Matches no list, route, comment or quoted part: nothing that mail programs parse differently. */
const ADDRESS = /^[^\s\p{Cc}@,;:<>()"\\[\]]+@[^\s\p{Cc}@,;:<>()"\\[\]]+$/u;
