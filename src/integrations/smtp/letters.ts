import type { Http } from '../http.js';
import { deliver } from './deliver.js';
import { mailAddressOf } from './mailAddress.js';
import type { MailServer } from './mailServer.js';

/** A short e-mail of this installation itself, such as an invitation. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends e-mails of this installation. Never rejects: a failure is logged, and the result is false. */
export type SendLetter = (letter: Letter) => Promise<boolean>;

/** Opens the sending of e-mails through the mail server of this installation; undefined if it has none. */
export function openLetters(
  http: Http,
  server: MailServer | undefined,
  log: { warn(fields: object, message: string): void },
): SendLetter | undefined {
  if (!server) return undefined;
  return async ({ to, subject, text }) => {
    try {
      const mail = { to: [mailAddressOf(to)], subject, body: { text } };
      const refused = await deliver(http, server, { ...mail, within: LETTER_WITHIN });
      return refused.length === 0;
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : '' }, 'an e-mail was not sent');
      return false;
    }
  };
}

/** Milliseconds that a person waits for it. */
const LETTER_WITHIN = 8_000;
