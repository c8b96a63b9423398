import type { EffectOrigin } from '../effectOrigin.js';
import type { EffectResult } from '../../engine/index.js';
import type { EffectCall, ServicePorts } from '../effectCall.js';
import { findAttachments } from './attachments.js';
import { deliver } from './deliver.js';
import { mailAddressOf } from './mailAddress.js';
import { mailServerOf, type MailServer } from './mailServer.js';

/** What sending e-mails of bots needs. */
export interface MailPorts extends Pick<ServicePorts, 'http' | 'openSecrets'> {
  /** The mail server of this installation, if it has one. */
  readonly mailServer: MailServer | undefined;
  /** Counts an e-mail of a chat. Rejects above the limits. */
  countEmail(botId: string, chat: string): Promise<void>;
}

/** Recipients of an e-mail, at most. */
const MOST_RECIPIENTS = 50;

/**
 * Sends an e-mail of a chat. The result names recipients whom the mail server refused, and attachments that are no files of the chat.
 * Rejects with a message for the author of the flow. If it is sent again after a crash, it has the same Message-ID.
 */
export async function sendEmail(
  ports: MailPorts,
  { effect, chat, origin }: EffectCall<'sendEmail'>,
): Promise<EffectResult> {
  const { botId, reach, callKey, abandoned } = origin;
  if (botId === undefined || reach !== undefined) throw new Error('This chat may not send e-mails');
  const [to = [], cc = [], bcc = []] = [effect.recipients, effect.cc, effect.bcc].map((texts) =>
    texts.map(mailAddressOf),
  );
  const count = effect.recipients.length + effect.cc.length + effect.bcc.length;
  if (count > MOST_RECIPIENTS) throw new Error(`It has more than ${MOST_RECIPIENTS} recipients`);
  const replyTo = effect.replyTo ? mailAddressOf(effect.replyTo) : undefined;
  const { files: attachments, foreign } = await findAttachments(effect.attachments, origin);
  const server = await serverOf(ports, effect.credentialsId, { botId, reach });
  await ports.countEmail(botId, chat);
  const { subject, body } = effect;
  const refused = await deliver(ports.http, server, {
    ...{ to, cc, bcc, subject, body, attachments, key: callKey, abandoned },
    ...(replyTo && { replyTo, fromName: replyTo.name || undefined }),
  });
  return { ok: true, value: { refused, notAttached: foreign } };
}

/** The id that stands for the mail server of this installation. */
const DEFAULT_MAIL = 'default';

async function serverOf(
  { openSecrets, mailServer }: MailPorts,
  credentialsId: string,
  chat: { readonly botId: string; readonly reach: EffectOrigin['reach'] },
): Promise<MailServer> {
  if (credentialsId === DEFAULT_MAIL) {
    if (mailServer) return mailServer;
    throw new Error('This server has no mail server of its own: choose credentials in the block');
  }
  const found = await openSecrets({ ...chat, credentialsId });
  if (found?.type !== 'smtp') throw new Error('The credentials of the mail server are not there');
  const server = mailServerOf(found.data);
  if (typeof server === 'string') throw new Error(server);
  return server;
}
