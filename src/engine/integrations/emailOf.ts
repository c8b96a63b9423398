import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { dynamicTexts } from '../choices/dynamicTexts.js';
import {
  DEFAULT_MAIL,
  mailAccountIdSchema,
  recipientSchema,
  readVariableIdSchema,
} from '../documents/optionMeaning.js';
import type { SendEmailEffect } from '../interpreter/effect.js';
import { escapeHtml } from '../text/richTextHtml.js';
import { loneName } from '../text/names.js';
import type { Value } from '../values/value.js';
import { optional } from '../fields/field.js';

const addressesSchema = z.array(recipientSchema);

/** The options of a block that sends an e-mail. */
export const emailOptionsSchema = z.looseObject({
  credentialsId: optional(
    mailAccountIdSchema,
    'The mail server to send through; `default` is that of the installation.',
    { default: DEFAULT_MAIL, title: 'Account', credentials: 'smtp' },
  ),
  recipients: optional(addressesSchema, 'Who gets it.', { title: 'To' }),
  cc: optional(addressesSchema, 'Who gets a copy.', { title: 'Copy to' }),
  bcc: optional(addressesSchema, 'Who gets a copy without the others seeing it.', {
    title: 'Blind copy to',
  }),
  replyTo: optional(z.string(), 'Where answers go.'),
  subject: optional(z.string(), 'The subject.', { isOnCanvas: true }),
  body: optional(z.string(), 'The text.', {
    title: 'Text',
    control: 'LONG_TEXT',
    showsWhen: { isCustomBody: [true] },
  }),
  isCustomBody: optional(
    z.boolean(),
    'Whether the text is sent; otherwise a table of all answers is.',
    { default: false, title: 'Own text' },
  ),
  isBodyCode: optional(z.boolean(), 'Whether the text is HTML.', {
    default: false,
    title: 'The text is HTML',
    showsWhen: { isCustomBody: [true] },
  }),
  attachmentsVariableId: optional(
    readVariableIdSchema,
    'The variable that holds files to attach.',
    { title: 'Attachments' },
  ),
});

/** The options of a block that sends an e-mail. */
type EmailOptions = z.infer<typeof emailOptionsSchema>;

/** The e-mail a block's options describe, with everything filled in. */
export function emailOf(
  options: EmailOptions,
  context: BlockContext,
): Omit<SendEmailEffect, 'kind'> {
  const { credentialsId = DEFAULT_MAIL, recipients, cc, bcc, replyTo, subject = '' } = options;
  return {
    credentialsId,
    recipients: addressesOf(recipients, context),
    cc: addressesOf(cc, context),
    bcc: addressesOf(bcc, context),
    ...(replyTo !== undefined && { replyTo: context.text(replyTo) }),
    subject: context.text(subject),
    body: bodyOf(options, context),
    attachments: dynamicTexts(context.value(options.attachmentsVariableId), context),
  };
}

/** A variable may hold several addresses, as a list or as a text with commas or semicolons between them. */
function addressesOf(templates: readonly string[] = [], context: BlockContext): string[] {
  return templates
    .flatMap((template) => {
      const name = loneName(template);
      return name === undefined
        ? [context.text(template)]
        : dynamicTexts(context.valueNamed(name), context).flatMap(addressesIn);
    })
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

/** The addresses of a text; a name in quotes may hold a comma, as in `"Lovelace, Ada" <ada@example.com>`. */
function addressesIn(text: string): readonly string[] {
  let isQuoted = false;
  const lines = text.replace(/[",;]/g, (sign) => {
    if (sign === '"') isQuoted = !isQuoted;
    return sign === '"' || isQuoted ? sign : '\n';
  });
  return lines.split('\n');
}

/** The author's text where the block uses it or has stored one deliberately, else all answers. */
function bodyOf(options: EmailOptions, context: BlockContext): SendEmailEffect['body'] {
  const { body = '', isCustomBody, isBodyCode } = options;
  const isOwn = isCustomBody === true || (isCustomBody === false && body !== '');
  if (!isOwn) return { html: answersTable(context) };
  const name = loneName(body);
  if (name !== undefined) return { html: withLineBreaks(context.valueNamed(name)) };
  return isBodyCode === true ? { html: filledHtml(body, context) } : { text: context.text(body) };
}

function answersTable({ frame }: BlockContext): string {
  const cell = (text: string) => `<td>${withLineBreaks(text)}</td>`;
  const rows = frame.answers.map(({ key, value }) => `<tr>${cell(key)}${cell(value)}</tr>`);
  return `<table>${rows.join('')}</table>`;
}

/** A value as HTML: each line, or each text of a list, on a line of its own. */
function withLineBreaks(value: Value): string {
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '');
  return escapeHtml(text).replace(/\r?\n/g, '<br />');
}

/** Only the author's text is HTML; answers of visitors are text. */
function filledHtml(template: string, context: BlockContext): string {
  return context
    .pieces(template)
    .map(({ text, isFilled }) => (isFilled ? escapeHtml(text) : text))
    .join('');
}
