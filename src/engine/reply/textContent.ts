import { z } from 'zod';
import { htmlOf } from '../text/richTextHtml.js';
import { type RichTextNode, richTextNodeSchema } from '../text/richTextNode.js';
import { plainTextOf } from '../text/richTextPlain.js';
import type { Message } from './reply.js';

/** The content of a text message. */
export const textContentSchema = z.looseObject({
  type: z.literal('richText').describe('Always `richText`'),
  richText: z.array(richTextNodeSchema).describe('Paragraphs, lists …'),
  html: z.string().describe('The same as HTML'),
  plainText: z.string().describe('The same without formatting'),
});

/** The content of a text message: the rich text with its values filled in, and the same as HTML and as plain text. */
export function textContent(richText: readonly RichTextNode[]): Readonly<Record<string, unknown>> {
  return { type: 'richText', richText, html: htmlOf(richText), plainText: plainTextOf(richText) };
}

/** The message of a person who answers in place of the bot: a text bubble with a paragraph for each line. */
export function agentMessage(id: string, text: string): Message {
  const richText = text.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] }));
  return { id, type: 'text', content: textContent(richText) };
}
