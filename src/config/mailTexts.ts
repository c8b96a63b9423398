import { z } from 'zod';
import { parsedUrl } from '../checks/parsedUrl.js';

const SERVER = 'an address like smtp://name:password@mail.example.com:587';

/** A mail server with its account. Special characters of user name and password are percent-encoded, as in any URL. */
export const mailServerText = z.string().transform((text, context) => {
  const url = parsedUrl(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '' || url.hash) {
    context.addIssue(SERVER);
    return z.NEVER;
  }
  const isTlsEnabled = url.protocol === 'smtps:';
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTlsEnabled ? 465 : 587),
    isTlsEnabled,
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
  };
});

/** An e-mail address, or a name with the address in angle brackets. */
export const mailSenderText = z.string().transform((text, context) => {
  const [, name = '', inner = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  const email = inner.trim();
  if (/^[^\s@,;]+@[^\s@,;]+$/.test(email)) return { email, name: name.trim() || undefined };
  context.addIssue('an address like Acme <hello@example.com>');
  return z.NEVER;
});
