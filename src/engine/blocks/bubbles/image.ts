import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { filledLink } from '../../text/link.js';
import { missingUrl } from '../kind/ownFaults.js';
import { optional } from '../../fields/field.js';

const clickLinkSchema = z.looseObject({
  url: optional(z.string(), 'Where a click leads.', { title: 'Leads to', control: 'URL' }),
  alt: optional(z.string(), 'What the picture shows, in words, for people who do not see it.', {
    title: 'Description',
    default: 'Bubble image',
    isTranslatable: true,
  }),
});

/** Shows a picture, which may link somewhere. */
export const image = defineBlock({
  type: 'image',
  family: 'bubble',
  label: 'Picture',
  icon: 'picture',
  searchWords: ['image', 'photo', 'gif'],
  summary: 'Shows a picture.',
  leaves: 'The client loads the picture from its address.',
  example: {
    content: { url: 'https://example.com/cat.png', clickLink: { url: 'https://example.com' } },
  },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('image'),
    content: optional(
      z.looseObject({
        url: optional(z.string(), 'The address of the picture.', {
          title: 'Picture',
          control: 'FILE',
          isOnCanvas: true,
        }),
        clickLink: optional(clickLinkSchema, 'Makes the picture a link.', { title: 'Link' }),
      }),
      'What is shown; without it the block is skipped.',
    ),
  }),
  *faults({ content }) {
    yield* missingUrl(content);
    if (content?.url && !content.clickLink?.alt)
      yield { code: 'IMAGE_WITHOUT_DESCRIPTION', path: 'content.clickLink.alt' };
  },
  enter: ({ id, type, content }, context) => {
    if (!content) return { go: 'next' };
    const { clickLink, ...others } = content;
    const shown = {
      ...context.deep(others),
      ...(clickLink && { clickLink: filled(clickLink, context) }),
    };
    return { go: 'next', message: { id, type, content: shown } };
  },
});

function filled({ url, ...others }: z.infer<typeof clickLinkSchema>, context: BlockContext) {
  const link = url === undefined ? undefined : filledLink(url, context.text);
  return { ...(link !== undefined && { url: link }), ...context.deep(others) };
}
