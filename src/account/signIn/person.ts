/** A person as described by their issuer. */
export interface Person {
  readonly issuer: string;
  /** Identifies the person permanently at this issuer. */
  readonly subject: string;
  /** In lower case; null unless the issuer has verified it. */
  readonly email: string | null;
  readonly name: string | null;
}

/** One address, without blanks and invisible characters, no longer than mail allows. */
const ADDRESS = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

/** The address that somebody wrote, in lower case; undefined for any other text. */
export function addressIn(text: string): string | undefined {
  return ADDRESS.test(text) ? inLowerCase(text) : undefined;
}

/** Longer texts are not names. */
const LONGEST_NAME = 200;

/** The person described by the claims of an ID token, with name and address from the user info. */
export function personOf(
  { iss: issuer, sub: subject }: { readonly iss: string; readonly sub: string },
  userInfo: Readonly<Record<string, unknown>>,
): Person {
  const { email, email_verified: isVerified, name } = userInfo;
  // Some issuers write the flag as a text.
  const isTheirs = isVerified === true || isVerified === 'true';
  const hasEmail = isTheirs && typeof email === 'string' && ADDRESS.test(email);
  const called = typeof name === 'string' ? name.replace(/\p{C}/gu, '').trim() : '';
  return {
    issuer,
    subject,
    email: hasEmail ? inLowerCase(email) : null,
    name: called.slice(0, LONGEST_NAME) || null,
  };
}

/**
 * Changes only A to Z: a few other letters would become some of those (the kelvin sign a k), and one address another.
 */
function inLowerCase(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
