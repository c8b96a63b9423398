import { z } from 'zod';
import type { MailServer } from './mailServer.js';

/**
 * Why an e-mail was not sent, for the author of a flow: what the mail server answered, but nothing it answered to the login,
 * and never the password.
 */
export function reasonOf(error: unknown, server: MailServer, isEnded: boolean): string {
  if (isEnded) return 'the mail server took too long, or nobody waits for it any more';
  const { code, response, message } = faultSchema.catch(NO_FAULT).parse(error);
  const answer = masked(response.replace(/\s+/g, ' '), server).slice(0, LONGEST_ANSWER);
  if (code === 'EAUTH') return `the mail server refused the login (${answer.slice(0, 3)})`;
  if (code === 'ETLS' || isCertificate(code)) {
    return `the connection to the mail server could not be encrypted: ${masked(message, server)}`;
  }
  if (code === 'EPROTOCOL') return 'the host does not answer as a mail server does';
  return answer === ''
    ? (REASONS[code] ?? masked(message, server).slice(0, LONGEST_ANSWER))
    : `the mail server ${answer.startsWith('4') ? 'does not take it now' : 'refused it'}: ${answer}`;
}

const LONGEST_ANSWER = 300;

const REASONS: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'the mail server took too long',
  ESOCKET: 'the connection to the mail server broke; it may have taken the e-mail',
  ECONNECTION: 'the mail server closed the connection; it may have taken the e-mail',
};

const NO_FAULT = { code: '', response: '', message: '' };

const faultSchema = z.object({
  code: z.string().default(''),
  response: z.string().default(''),
  message: z.string().default(''),
});

/** Codes of Node and OpenSSL. */
function isCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL/.test(code);
}

/** A server may repeat what it was sent, also encoded as it was sent. */
function masked(text: string, { username = '', password }: MailServer): string {
  if (!password) return text;
  const spellings = [password, password, `\0${username}\0${password}`];
  const [plain = '', ...encoded] = spellings.map((one, index) =>
    index === 0 ? one : Buffer.from(one).toString('base64'),
  );
  return [plain, ...encoded].reduce((rest, one) => rest.replaceAll(one, '***'), text);
}
