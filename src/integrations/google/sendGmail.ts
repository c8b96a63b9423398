import type { SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import { findAttachments } from '../smtp/attachments.js';
import { attached } from '../smtp/deliver.js';
import { mailAddressOf, type MailAddress } from '../smtp/mailAddress.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { openGoogle, type CallGoogle } from './callGoogle.js';

const text = z.string().trim().catch('');

const optionsSchema = z.object({
  to: text,
  from: text,
  replyTo: text,
  subject: text,
  body: z.string().catch(''),
  label: text,
  threadId: text,
  attachments: text,
});

type GmailOptions = z.infer<typeof optionsSchema>;

/** Recipients of an e-mail, at most. */
const MOST_RECIPIENTS = 10;

const USER = '/gmail/v1/users/me';

/**
 * Sends an e-mail from a Gmail account and returns the id of its thread. Recipients are separated by commas or semicolons. Rejects with a
 * message for the author of the flow. After a crash it may be sent again, with the same Message-ID.
 */
export async function sendGmail(
  ports: VendorPorts,
  { effect, chat, origin }: VendorCall,
): Promise<EffectResult> {
  const options = optionsSchema.parse(effect.options);
  const to = options.to.split(/[,;]/).map((recipient) => mailAddressOf(recipient));
  if (to.length > MOST_RECIPIENTS)
    throw new Error(`It has more than ${MOST_RECIPIENTS} recipients`);
  const { files, foreign } = await findAttachments([options.attachments], origin);
  const attachments = await Promise.all(files.map(attached));
  const raw = await encodedEmail(options, to, { attachments, key: origin.callKey });
  const call = await openGoogle(ports, 'gmail', { credentialsId: effect.credentialsId, origin });
  const labelId = options.label === '' ? undefined : await findLabel(call, options.label);
  await ports.countEmail(origin.botId ?? '', chat);
  const message = { raw, ...(options.threadId !== '' && { threadId: options.threadId }) };
  const sent = sentSchema.safeParse(await call(`${USER}/messages/send`, message)).data;
  if (!sent) throw new Error('Google answered with something else than the e-mail it sent');
  const { id, threadId } = sent;
  const unlabelled = labelId === undefined ? [] : await addLabel(call, id, labelId);
  const printed = [
    ...foreign.map((one) => `not attached, because it is not a file of this chat: ${one}`),
    ...unlabelled,
  ];
  return { ok: true, value: { 'Thread ID': threadId }, ...(printed.length > 0 && { printed }) };
}

/** Labels a sent e-mail. A failure is returned as a warning, because the e-mail was sent all the same. */
async function addLabel(call: CallGoogle, id: string, labelId: string): Promise<string[]> {
  try {
    await call(`${USER}/messages/${encodeURIComponent(id)}/modify`, { addLabelIds: [labelId] });
    return [];
  } catch (error) {
    return [`sent without its label: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const sentSchema = z.object({ id: z.string(), threadId: z.string() });

/** The e-mail as text (RFC 5322), in base64url. */
async function encodedEmail(
  { from, replyTo, subject, body }: GmailOptions,
  to: readonly MailAddress[],
  { attachments, key }: { attachments: SendMailOptions['attachments']; key: string | undefined },
): Promise<string> {
  const { createTransport } = await import('nodemailer');
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail({
    to: to.map((address) => ({ ...address })),
    ...(from !== '' && { from: { ...mailAddressOf(from) } }),
    ...(replyTo !== '' && { replyTo: { ...mailAddressOf(replyTo) } }),
    ...{ subject, text: body, attachments },
    ...(key !== undefined && { messageId: `<${key}@parley.invalid>` }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Buffer.isBuffer(message) ? message.toString('base64url') : '';
}

const labelsSchema = z.object({
  labels: z.array(z.object({ id: z.string(), name: z.string() })).catch([]),
});

/** Finds the id of a label. Called before sending, so that no e-mail is sent if its label does not exist. */
async function findLabel(call: CallGoogle, wanted: string): Promise<string> {
  const { labels } = labelsSchema.parse(await call(`${USER}/labels`));
  const label = labels.find(({ id, name }) => id === wanted || name === wanted);
  if (label) return label.id;
  throw new Error(`The account has no label "${wanted.slice(0, 100)}"`);
}
