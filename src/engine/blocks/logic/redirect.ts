import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { redirectUrlSchema } from '../../documents/optionMeaning.js';
import { runsScript } from '../../text/link.js';
import { optional } from '../../fields/field.js';

/** Sends the client to another address; the walk continues meanwhile. */
export const redirect = defineBlock({
  type: 'Redirect',
  family: 'logic',
  label: 'Redirect',
  icon: 'exit',
  searchWords: ['go', 'to', 'page', 'link', 'open', 'address'],
  summary: 'Sends people to another address.',
  leaves: 'The client goes to the address.',
  example: { options: { url: 'https://example.com/{{Name}}', isNewTab: true } },
  schema: schemaOf(
    'Redirect',
    z.looseObject({
      url: optional(
        redirectUrlSchema,
        'Where people are sent. Without a scheme it gets `https://`.',
        { title: 'Address', control: 'URL', isOnCanvas: true },
      ),
      isNewTab: optional(z.boolean(), 'Whether the address opens beside the chat.', {
        title: 'In a new tab',
        default: false,
      }),
    }),
  ),
  *faults({ options }) {
    if (!options?.url) yield { code: 'REDIRECT_WITHOUT_ADDRESS', path: 'options.url' };
  },
  enter: ({ id, options = {} }, context) => {
    const url = context.text(absolute(options.url ?? ''));
    if (url === '') return { go: 'next' };
    if (runsScript(url)) {
      const description = `Redirect ${id} was left out: its address would run a script`;
      return { go: 'next', logs: [{ status: 'error', description }] };
    }
    const { isNewTab } = options;
    const redirect = { url, ...(isNewTab !== undefined && { isNewTab }) };
    return { go: 'next', action: { type: 'redirect', redirect } };
  },
});

/** An address that begins with a template is assumed to be complete. */
function absolute(url: string): string {
  return url === '' || /^(http|mailto:|tel:|sms:|\{\{)/i.test(url) ? url : `https://${url}`;
}
