import { defineForge } from '../../integrations/forge/defineForge.js';
import { optional } from '../../fields/field.js';
import { recipientSchema } from '../../documents/optionMeaning.js';
import { mapping, text } from '../../integrations/forge/fields.js';

const NOT_IN_PREVIEW = 'Emails are not sent in preview mode';

const ITEMS = ['Thread ID'];

/** Sends an e-mail through a Gmail account. */
export const gmail = defineForge({
  type: 'gmail',
  label: 'Gmail',
  icon: 'envelopeOpen',
  searchWords: ['email', 'google', 'send'],
  summary: 'Sends an e-mail through a Gmail account.',
  leaves: 'The e-mail and its attachments go to Google. Not in a preview.',
  repeats:
    'The e-mail is sent again with the same `Message-ID`, by which many mailboxes show it once.',
  example: { to: '{{Email}}', subject: 'Hello', body: 'Welcome!' },
  needsCredentials: true,
  actions: [
    {
      name: 'Send email',
      options: {
        to: optional(recipientSchema, 'Who gets it; several addresses with commas between them.', {
          title: 'To',
        }),
        subject: text('The subject'),
        body: text('The text', { title: 'Text', control: 'LONG_TEXT' }),
        attachments: text('Files of this chat to attach, such as the answer of a file input'),
        label: text('The label it gets'),
        from: text('Who sends it', { title: 'Sender' }),
        threadId: text('The thread it belongs to', { title: 'Thread' }),
        replyTo: text('Where answers go'),
        responseMapping: mapping(ITEMS),
      },
      items: ITEMS,
      enter: (_filled, { settings }) =>
        settings.isPreview
          ? { go: 'next', logs: [{ status: 'info', description: NOT_IN_PREVIEW }] }
          : undefined,
    },
  ],
});
