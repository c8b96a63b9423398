import { htmlOf } from '../text/richTextHtml.js';
import type { RichTextNode } from '../text/richTextNode.js';
import { plainTextOf } from '../text/richTextPlain.js';

/** The content of a text message: the rich text with its values filled in, and the same as HTML and as plain text. */
export function textContent(richText: readonly RichTextNode[]): Readonly<Record<string, unknown>> {
  return { type: 'richText', richText, html: htmlOf(richText), plainText: plainTextOf(richText) };
}
