import { richTextFromHtml, richTextFromPlain } from './richTextFromHtml.js';
import type { RichTextNode } from './richTextNode.js';

/** A text in one of three forms: the first that is not empty counts. Older editors and programs write the last two. */
interface TextForms {
  readonly richText?: readonly RichTextNode[] | undefined;
  readonly html?: string | undefined;
  readonly plainText?: string | undefined;
}

const EMPTY: readonly RichTextNode[] = [];

/** The rich text of a text in any form. */
export function richTextOf({ richText, html, plainText }: TextForms): readonly RichTextNode[] {
  if (richText && richText.length > 0) return richText;
  if (html) return richTextFromHtml(html);
  return plainText ? richTextFromPlain(plainText) : EMPTY;
}
