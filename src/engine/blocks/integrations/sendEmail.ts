import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import { emailOf, emailOptionsSchema } from '../../integrations/emailOf.js';
import { failureLog } from '../../interpreter/failureLog.js';
import type { Log } from '../../reply/reply.js';

/** Sends an e-mail; a preview only logs that it would. */
export const sendEmail = defineBlock({
  type: 'Email',
  family: 'integration',
  label: 'E-mail',
  icon: 'mail',
  searchWords: ['send', 'smtp', 'mail', 'notify'],
  summary: 'Sends an e-mail.',
  leaves:
    'The e-mail and its attachments go to the mail server of the credentials or of this server. Not in a preview.',
  repeats:
    'The e-mail is sent again with the same `Message-ID`, by which many mailboxes show it once.',
  example: {
    options: {
      recipients: ['{{Email}}'],
      subject: 'Hello {{Name}}',
      body: 'Welcome!',
      isCustomBody: true,
    },
  },
  schema: schemaOf('Email', emailOptionsSchema),
  faults: noFaults,
  services: () => ['sendEmail'],
  enter: ({ options = {} }, context) => {
    if (context.settings.isPreview) {
      return { go: 'next', logs: [{ status: 'info', description: NOT_IN_PREVIEW }] };
    }
    const email = emailOf(options, context);
    return email.recipients.length > 0
      ? { go: 'outside', effect: { kind: 'sendEmail', ...email } }
      : { go: 'next', logs: [{ status: 'error', description: NO_RECIPIENTS }] };
  },
  resume: (answer) => ({
    go: 'next',
    logs: answer.ok ? logsOf(answer.value) : [failureLog('Email not sent', answer.error)],
  }),
});

const sentSchema = z
  .object({ refused: z.array(z.string()), notAttached: z.array(z.string()).default([]) })
  .catch({ refused: [], notAttached: [] });

/** The mail server may have refused it for some, and sent it to the others. */
function logsOf(value: unknown): Log[] {
  const { refused, notAttached } = sentSchema.parse(value);
  const faults = [
    { description: 'Email refused for some recipients', about: refused },
    { description: 'Not attached, because it is not a file of this chat', about: notAttached },
  ].filter(({ about }) => about.length > 0);
  return [
    { status: 'success', description: 'Email successfully sent' },
    ...faults.map(({ description, about }) => failureLog(description, about.join(', '))),
  ];
}

const NOT_IN_PREVIEW = 'Emails are not sent in preview mode';
const NO_RECIPIENTS = 'Email not sent: it has no recipients';
