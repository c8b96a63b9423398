import { z } from 'zod';
import { parsedUrl } from '../checks/parsedUrl.js';
import { scalarOf } from './scalar.js';

/** In characters. */
const MAX_LENGTH = 2000;

/** The URL of an endpoint, without credentials: those belong in a header. */
export const WebUrl = scalarOf({
  name: 'WebUrl',
  standard: 'https://url.spec.whatwg.org/',
  description: 'A full address of at most 2000 characters: http or https, without a password.',
  schema: z
    .string()
    .max(MAX_LENGTH)
    .refine(isWebUrl, 'must be a full http or https address')
    .refine(
      hasNoLogin,
      'must have no name and no password in it: put a secret into its path instead',
    ),
});

function isWebUrl(text: string): boolean {
  if (text.includes('\0') || !text.isWellFormed()) return false;
  return /^https?:$/.test(readUrl(text)?.protocol ?? '');
}

/** Parses a URL that a caller sent. Undefined if it is too long, because parsing takes quadratic time. */
export function readUrl(text: string): URL | undefined {
  return text.length <= MAX_LENGTH ? parsedUrl(text) : undefined;
}

/** Whether a URL has neither user name nor password: `fetch` and our own requests refuse them. */
export function hasNoLogin(text: string): boolean {
  const { username = '', password = '' } = readUrl(text) ?? {};
  return username === '' && password === '';
}
