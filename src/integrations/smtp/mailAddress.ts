/** One e-mail address, and the name that is shown with it. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/**
 * Reads `ada@example.com` or `Ada <ada@example.com>`. Rejects anything else, and so a list of addresses: what a visitor
 * answers is one recipient at most.
 */
export function mailAddressOf(text: string): MailAddress {
  const [, named = '', inner = text] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = inner.trim();
  if (address.length > LONGEST || !ADDRESS.test(address)) {
    throw new Error(`"${text.slice(0, SHOWN)}" is not an e-mail address`);
  }
  const name = named.replace(/[\p{Cc}"\\]+/gu, ' ').trim();
  return { name, address };
}

/** RFC 5321, 4.5.3.1.3, without the brackets. */
const LONGEST = 254;
const SHOWN = 100;

/** No list, no route, no comment, no quoted part: nothing that mail programs read in more than one way. */
const ADDRESS = /^[^\s\p{Cc}@,;:<>()"\\[\]]+@[^\s\p{Cc}@,;:<>()"\\[\]]+$/u;
