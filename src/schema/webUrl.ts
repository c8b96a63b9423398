import { z } from 'zod';
import { scalarOf } from './scalar.js';

/** The address of an endpoint, without credentials in it: those belong in a header. */
export const WebUrl = scalarOf({
  name: 'WebUrl',
  standard: 'https://url.spec.whatwg.org/',
  description: 'A full address of at most 2000 characters: http or https, without a password.',
  schema: z
    .string()
    .max(2000)
    .refine(isWebUrl, 'must be a full http or https address')
    .refine(
      hasNoLogin,
      'must have no name and no password in it: put a secret into its path instead',
    ),
});

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text) || text.includes('\0') || !text.isWellFormed()) return false;
  return /^https?:$/.test(new URL(text).protocol);
}

/** Whether an address has neither name nor password before its host: `fetch` and our own requests refuse those. */
export function hasNoLogin(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
