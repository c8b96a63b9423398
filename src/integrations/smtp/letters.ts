import type { Http } from '../http.js';
import { deliver } from './deliver.js';
import { mailAddressOf } from './mailAddress.js';
import type { MailServer } from './mailServer.js';

/** A short letter of this installation itself, such as an invitation. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends letters of this installation. Never rejects: a failure is logged, and the answer is false. */
export type SendLetter = (letter: Letter) => Promise<boolean>;

/** Sends letters through the mail server of this installation; undefined where it has none. */
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

/** How long a person waits for it, in milliseconds. */
const LETTER_WITHIN = 8_000;
