import type { Address, SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import type { ReadFile } from '../effectOrigin.js';
import type { Http } from '../http.js';
import { startEnd } from '../requestEnd.js';
import type { MailAddress } from './mailAddress.js';
import type { MailServer } from './mailServer.js';

/** An e-mail to send. */
export interface Mail {
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[];
  readonly bcc?: readonly MailAddress[];
  readonly replyTo?: MailAddress;
  /** Replaces the name of the mail server's default sender. */
  readonly fromName?: string | undefined;
  readonly subject: string;
  readonly body: { readonly text: string } | { readonly html: string };
  readonly attachments?: readonly ReadFile[];
  /** Identifies the e-mail, so that mailboxes recognise a duplicate. */
  readonly key?: string | undefined;
}

/** Milliseconds for the whole delivery. */
const MAIL_WITHIN = 20_000;

/**
 * Sends an e-mail to a mail server. Returns the recipients that the server refused while it accepted others. Rejects with a message for the
 * author of a flow.
 */
export async function deliver(
  http: Http,
  server: MailServer,
  mail: Mail & { readonly abandoned?: AbortSignal | undefined; readonly within?: number },
): Promise<readonly string[]> {
  const end = startEnd(mail.within ?? MAIL_WITHIN, mail.abandoned ? [mail.abandoned] : []);
  const transport = await openTransport(http, server, end.signal);
  try {
    const attachments = await Promise.all((mail.attachments ?? []).map(attached));
    const message = messageOf(server, mail, end.signal);
    const { rejected } = await transport.sendMail({ ...message, attachments });
    return rejected;
  } catch (error) {
    throw new Error(reasonOf(error, server, end.signal.aborted), { cause: error });
  } finally {
    end.close();
  }
}

/** Signs in to a mail server and sends nothing. Rejects with a message for people. */
export async function checkMailServer(http: Http, server: MailServer): Promise<void> {
  const end = startEnd(MAIL_WITHIN, []);
  const transport = await openTransport(http, server, end.signal);
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(reasonOf(error, server, end.signal.aborted), { cause: error });
  } finally {
    end.close();
  }
}

async function openTransport(http: Http, server: MailServer, signal: AbortSignal) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...{ host: server.host, port: server.port, secure: server.isTlsEnabled },
    ...(server.username !== undefined && {
      auth: { user: server.username, pass: server.password ?? '' },
    }),
    getSocket: (_options, done) => {
      http.openMailSocket(server, signal).then(
        ({ socket, isPrivate }) =>
          done(null, { connection: socket, ...tlsOptionsOf(server, isPrivate) }),
        (error: Error) => done(error, false),
      );
    },
  });
}

/**
 * The TLS options. No password is sent over the internet unencrypted. In a network that the operator allowed, encryption is used if it is
 * offered, with any certificate (RFC 7435), because the alternative there is none.
 */
function tlsOptionsOf({ username, isTlsEnabled }: MailServer, isPrivate: boolean) {
  if (isPrivate) return isTlsEnabled ? {} : { tls: { rejectUnauthorized: false } };
  return { requireTLS: username !== undefined && !isTlsEnabled };
}

function messageOf(
  { from }: MailServer,
  { to, cc = [], bcc = [], replyTo, fromName, subject, body, key }: Mail,
  signal: AbortSignal,
): SendMailOptions {
  const domain = from.email.slice(from.email.lastIndexOf('@') + 1);
  return {
    ...{ subject, signal, ...body },
    from: { name: fromName ?? from.name ?? '', address: from.email },
    to: to.map(plain),
    cc: cc.map(plain),
    bcc: bcc.map(plain),
    ...(replyTo && { replyTo: plain(replyTo) }),
    ...(key !== undefined && { messageId: `<${key}@${domain}>` }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A file as an attachment of nodemailer. */
export async function attached({ name, type, read }: ReadFile) {
  return { filename: name, contentType: type, content: await read() };
}

function plain({ name, address }: MailAddress): Address {
  return { name, address };
}

/**
 * The reason why an e-mail was not sent, for the author of a flow. It contains the response of the mail server, except to the login, and
 * never the password.
 */
function reasonOf(error: unknown, server: MailServer, isEnded: boolean): string {
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

/** Whether a code of Node or OpenSSL is about a certificate. */
function isCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL/.test(code);
}

/** Masks the password in a text. A server may repeat it, also in the encodings in which it was sent. */
function masked(text: string, { username = '', password }: MailServer): string {
  if (!password) return text;
  const spellings = [password, password, `\0${username}\0${password}`];
  const [plain = '', ...encoded] = spellings.map((spelling, index) =>
    index === 0 ? spelling : Buffer.from(spelling).toString('base64'),
  );
  return [plain, ...encoded].reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
