import { z } from 'zod';
import { hasNoLogin, readUrl } from './webUrl.js';

/** A member of credentials, secret or not. */
const secret = z.string().max(20_000);

/** A member that must be there, and what it means. */
export const text = (means: string) => secret.describe(means);

/** A member that may be left out, or be null. */
export const maybe = (means: string) => secret.nullish().describe(means);

/** A key that is sent in a header: a line break or a space that was copied with it would break each request. */
export const key = (means: string) => secret.refine(isKey, NO_KEY).describe(means);

/** The same where it may be left out. */
export const maybeKey = (means: string) =>
  secret
    .refine((sent) => sent === '' || isKey(sent), NO_KEY)
    .nullish()
    .describe(means);

/** The address of a service that may be left out. */
export const maybeAddress = (means: string) =>
  secret
    .refine((sent) => sent.trim() === '' || isWebAddress(sent), NO_ADDRESS)
    .refine(hasNoLogin, NO_LOGIN)
    .nullish()
    .describe(means);

/** An address that must be there, with a name and a password where it has some. */
export const addressWithLogin = (means: string) =>
  secret.refine(isWebAddress, NO_ADDRESS).describe(means);

/** An address that must be there. */
export const address = (means: string) =>
  secret.refine(isWebAddress, NO_ADDRESS).refine(hasNoLogin, NO_LOGIN).describe(means);

/** The host of a mail server: an old client may send an empty one. */
export const maybeHost = (means: string) =>
  secret
    .refine(
      (sent) => /^[^\s/@:]*$|^[\da-f:.]+$/i.test(sent),
      'Must be the name of a host such as smtp.example.com, without a scheme and a port',
    )
    .nullish()
    .describe(means);

/** An e-mail address. */
export const maybeMailbox = (means: string) =>
  secret
    .refine(
      (sent) => /^[^\s@,;:<>()"\\[\]]+@[^\s@,;:<>()"\\[\]]+$|^$/.test(sent),
      'Must be an e-mail address such as bot@example.com, without a name',
    )
    .nullish()
    .describe(means);

const NO_KEY = 'Must be a key as the service shows it, without spaces and line breaks';
const NO_ADDRESS = 'Must be an address that begins with http:// or https://';
/** What is said of an address with a name or a password. */
export const NO_LOGIN =
  'Must have no name and no password in it: no request is sent to such an address';

/** The signs of ASCII that are seen. */
function isKey(sent: string): boolean {
  return /^[\x21-\x7e]+$/.test(sent);
}

function isWebAddress(sent: string): boolean {
  return /^\s*https?:\/\//i.test(sent) && readUrl(sent) !== undefined;
}
