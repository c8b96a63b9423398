import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { emailOf } from '../../integrations/emailOf.js';
import { emailOptionsSchema } from '../../integrations/emailOptions.js';
import { failureLog } from '../../interpreter/failureLog.js';

/** Sends an e-mail; a preview only logs that it would. */
export const sendEmail = defineBlock({
  type: 'Email',
  family: 'integration',
  summary: 'Sends an e-mail.',
  example: {
    options: {
      recipients: ['{{Email}}'],
      subject: 'Hello {{Name}}',
      body: 'Welcome!',
      isCustomBody: true,
    },
  },
  schema: schemaOf('Email', emailOptionsSchema),
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
    logs: [
      answer.ok
        ? { status: 'success', description: 'Email successfully sent' }
        : failureLog('Email not sent', answer.error),
    ],
  }),
});

const NOT_IN_PREVIEW = 'Emails are not sent in preview mode';
const NO_RECIPIENTS = 'Email not sent: it has no recipients';
