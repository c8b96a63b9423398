import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { frozen, oncePer } from '../../documents/oncePer.js';
import { resolveRichText } from '../../text/richText.js';
import { richTextOf } from '../../text/richTextOf.js';
import { richTextNodeSchema, type RichTextNode } from '../../text/richTextNode.js';
import { textContent, textContentSchema } from '../../reply/textContent.js';
import { plainTextOf } from '../../text/richTextPlain.js';
import { optional } from '../../fields/field.js';

const contentSchema = z.looseObject({
  richText: optional(z.array(richTextNodeSchema), 'The text, with bold words, links and lists.', {
    title: 'Text',
    control: 'RICH_TEXT',
    isTranslatable: true,
    isOnCanvas: true,
  }),
  plainText: optional(
    z.string(),
    'Read where there is neither `richText` nor `html`; always sent as made from the rich text.',
    { deprecated: true, control: 'LONG_TEXT', isOnCanvas: true },
  ),
  html: optional(
    z.string(),
    'Read where there is no `richText`; always sent as made from the rich text.',
    { deprecated: true, control: 'CODE', language: 'HTML', isOnCanvas: true },
  ),
});

/** Sends a text. */
export const text = defineBlock({
  type: 'text',
  family: 'bubble',
  label: 'Text',
  icon: 'message',
  searchWords: ['say', 'message', 'write', 'sentence'],
  summary: 'Says a text, with variables filled in.',
  example: { content: { richText: [{ type: 'p', children: [{ text: 'Hello {{Name}}!' }] }] } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('text'),
    content: optional(contentSchema, 'What is said; without it the block is skipped.'),
  }),
  shown: { content: textContentSchema },
  *faults({ content }) {
    if (!content || plainTextOf(richTextIn(content)).trim() === '')
      yield { code: 'BUBBLE_EMPTY', path: 'content.richText' };
  },
  enter: ({ id, type, content }, context) => {
    if (!content) return { go: 'next' };
    context.charge(stepsToRead(content));
    const richText = richTextIn(content);
    const filled = constantContent(richText) ?? textContent(resolveRichText(richText, context));
    return { go: 'next', message: { id, type, content: filled } };
  },
});

/** The steps it takes to parse HTML or plain text, two for each character, whichever chat visits the block first. */
function stepsToRead({ richText, html = '', plainText = '' }: z.infer<typeof contentSchema>) {
  return richText && richText.length > 0 ? 0 : Math.max(html.length, plainText.length) * 2;
}

/** The rich text of content, made once. */
const richTextIn = oncePer((content: z.infer<typeof contentSchema>) => richTextOf(content));

/** The message of a text without templates, which is always the same; most texts have none. */
const constantContent = oncePer((richText: readonly RichTextNode[]) =>
  JSON.stringify(richText).includes('{{')
    ? undefined
    : frozen(textContent(resolveRichText(richText, asWritten))),
);

const asWritten = {
  charge: () => undefined,
  text: (text: string) => text,
  pieces: (text: string) => [{ text, isFilled: false }],
};
