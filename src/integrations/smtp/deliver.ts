import type { Address, SendMailOptions } from 'nodemailer';
import type { ReadFile } from '../../chat/ports.js';
import type { Http } from '../http.js';
import { startEnd } from '../requestEnd.js';
import type { MailAddress } from './mailAddress.js';
import { reasonOf } from './mailFailure.js';
import type { MailServer } from './mailServer.js';

/** An e-mail, ready to be sent. */
export interface Mail {
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[];
  readonly bcc?: readonly MailAddress[];
  readonly replyTo?: MailAddress;
  /** Shown instead of the name of the mail server's own sender. */
  readonly fromName?: string | undefined;
  readonly subject: string;
  readonly body: { readonly text: string } | { readonly html: string };
  readonly attachments?: readonly ReadFile[];
  /** The same for the same e-mail, so that mailboxes can recognise one that comes twice. */
  readonly key?: string | undefined;
}

/** How long the whole delivery may take, in milliseconds. */
const MAIL_WITHIN = 20_000;

/**
 * Hands an e-mail to a mail server; gives the addresses that it refused while it took the others. Rejects with a reason that
 * is fit for the author of a flow.
 */
export async function deliver(
  http: Http,
  server: MailServer,
  mail: Mail & { readonly abandoned?: AbortSignal | undefined; readonly within?: number },
): Promise<readonly string[]> {
  const { createTransport } = await import('nodemailer');
  const end = startEnd(mail.within ?? MAIL_WITHIN, mail.abandoned ? [mail.abandoned] : []);
  const transport = createTransport({
    ...{ host: server.host, port: server.port, secure: server.isTlsEnabled },
    ...(server.username !== undefined && {
      auth: { user: server.username, pass: server.password ?? '' },
    }),
    getSocket: (_options, done) => {
      http.openMailSocket(server, end.signal).then(
        ({ socket, isPrivate }) =>
          done(null, { connection: socket, ...trustOf(server, isPrivate) }),
        (error: Error) => done(error, false),
      );
    },
  });
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

/**
 * No password is sent over the internet unencrypted. Inside a network that the operator allowed, encryption is used where it
 * is offered, whoever signed the certificate (RFC 7435): without it nothing would be encrypted there.
 */
function trustOf({ username, isTlsEnabled }: MailServer, isPrivate: boolean) {
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

/** A file as it is attached to an e-mail. */
export async function attached({ name, type, read }: ReadFile) {
  return { filename: name, contentType: type, content: await read() };
}

function plain({ name, address }: MailAddress): Address {
  return { name, address };
}
