import { z } from 'zod';
import { field, type Stated } from '../engine/index.js';
import { hasNoLogin, readUrl } from './webUrl.js';

/** What is stated of a secret. */
export const SECRET = { writeOnly: true } as const;

/** What is stated of a member that says where the secrets are sent: who changes it must know them. */
export const TARGET = { needsSecrets: true } as const;

/** A member of credentials, secret or not. */
const secret = z.string().max(20_000);

/** A required member. */
export const text = (means: string, stated: Stated = {}) => secret.meta(field(means, stated));

/** A member that may be absent or null. */
export const maybe = (means: string, stated: Stated = {}) =>
  secret.nullish().meta(field(means, stated));

/** A key that is sent in a header. A copied line break or space in it would make every request fail. */
export const key = (means: string, stated: Stated = SECRET) =>
  secret.refine(isKey, NO_KEY).meta(field(means, stated));

/** The same, optional. */
export const maybeKey = (means: string, stated: Stated = SECRET) =>
  secret
    .refine((sent) => sent === '' || isKey(sent), NO_KEY)
    .nullish()
    .meta(field(means, stated));

/** The URL of a service, optional. */
export const maybeAddress = (means: string) =>
  secret
    .refine((sent) => sent.trim() === '' || isWebAddress(sent), NO_ADDRESS)
    .refine(hasNoLogin, NO_LOGIN)
    .nullish()
    .meta(field(means, { title: 'Address', control: 'URL', ...TARGET }));

/** A required URL, which may contain a user name and a password. */
export const addressWithLogin = (means: string) =>
  secret
    .refine(isWebAddress, NO_ADDRESS)
    .meta(field(means, { title: 'Address', control: 'URL', ...SECRET, ...TARGET }));

/** A required URL. */
export const address = (means: string) =>
  secret
    .refine(isWebAddress, NO_ADDRESS)
    .refine(hasNoLogin, NO_LOGIN)
    .meta(field(means, { title: 'Address', control: 'URL', ...TARGET }));

/** The host of a mail server; empty is allowed because old clients send it. */
export const maybeHost = (means: string) =>
  secret
    .refine(
      (sent) => /^[^\s/@:]*$|^[\da-f:.]+$/i.test(sent),
      'Must be the name of a host such as smtp.example.com, without a scheme and a port',
    )
    .nullish()
    .meta(field(means, TARGET));

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
/** Why an address with a name and a password is refused. */
export const NO_LOGIN =
  'Must have no name and no password in it: no request is sent to such an address';

/** Whether a text consists of visible ASCII characters. */
function isKey(sent: string): boolean {
  return /^[\x21-\x7e]+$/.test(sent);
}

function isWebAddress(sent: string): boolean {
  return /^\s*https?:\/\//i.test(sent) && readUrl(sent) !== undefined;
}
