/** Who somebody is, as their issuer says. */
export interface Person {
  readonly issuer: string;
  /** Theirs for good at this issuer. */
  readonly subject: string;
  /** In lower case; null unless the issuer has made sure that it is theirs. */
  readonly email: string | null;
  readonly name: string | null;
}

/** One address, without blanks and what nobody sees, no longer than mail takes. */
const ADDRESS = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

/** Longer ones are no names. */
const LONGEST_NAME = 200;

/** Reads who somebody is from the claims of their ID token, and how to call and write to them from what is told of them. */
export function personOf(
  { iss: issuer, sub: subject }: { readonly iss: string; readonly sub: string },
  told: Readonly<Record<string, unknown>>,
): Person {
  const { email, email_verified: isVerified, name } = told;
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

/** Changes A to Z alone: a few other letters would become some of those (the sign for kelvin a k), and one address another. */
function inLowerCase(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
