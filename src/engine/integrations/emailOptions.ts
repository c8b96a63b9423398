import { z } from 'zod';
import {
  DEFAULT_MAIL,
  mailAccountIdSchema,
  recipientSchema,
  variableIdSchema,
} from '../documents/optionMeaning.js';

const addressesSchema = z.array(recipientSchema);

/** The options of a block that sends an e-mail. */
export const emailOptionsSchema = z.looseObject({
  credentialsId: mailAccountIdSchema.optional().meta({
    description: 'The mail server to send through; `default` is that of the installation.',
    default: DEFAULT_MAIL,
  }),
  recipients: addressesSchema.optional().describe('Who gets it; templates.'),
  cc: addressesSchema.optional().describe('Who gets a copy; templates.'),
  bcc: addressesSchema.optional().describe('Who gets a copy unseen; templates.'),
  replyTo: z.string().optional().describe('Where answers go; a template.'),
  subject: z.string().optional().describe('The subject; a template.'),
  body: z.string().optional().describe('The text; a template.'),
  isCustomBody: z.boolean().optional().meta({
    description: 'Whether `body` is sent; else a table of all answers is.',
    default: false,
  }),
  isBodyCode: z.boolean().optional().meta({
    description: 'Whether `body` is HTML.',
    default: false,
  }),
  attachmentsVariableId: variableIdSchema
    .optional()
    .describe('The variable that holds files to attach.'),
});

/** The options of a block that sends an e-mail. */
export type EmailOptions = z.infer<typeof emailOptionsSchema>;
