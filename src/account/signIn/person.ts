/** A person as described by their issuer. */
export interface Person {
  readonly issuer: string;
  /** Identifies the person permanently at this issuer. */
  readonly subject: string;
  /** In lower case; null unless the issuer has verified it. */
  readonly email: string | null;
  readonly name: string | null;
}

/** An e-mail address without spaces and invisible characters, no longer than mail allows. */
const ADDRESS = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

/** The e-mail address in a text, in lower case; undefined for any other text. */
export function addressIn(text: string): string | undefined {
  return ADDRESS.test(text) ? inLowerCase(text) : undefined;
}

/** In characters: longer texts are not names. */
const LONGEST_NAME = 200;

/** The person in the claims of an ID token, with name and e-mail address from the user info. */
export function personOf(
  { iss: issuer, sub: subject }: { readonly iss: string; readonly sub: string },
  userInfo: Readonly<Record<string, unknown>>,
): Person {
  const { email, email_verified: isVerified, name } = userInfo;
  // Some issuers send the flag as text.
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

/** Converts only A to Z: a few other letters would become some of those, such as the kelvin sign a k, and so one address another. */
function inLowerCase(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
