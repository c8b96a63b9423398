import { z } from 'zod';
import { optional } from '../../fields/field.js';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';

/** In characters; a locale is stored with the chat. */
const LONGEST = 200;

/** Goes on in another language. */
export const setLanguage = defineBlock({
  type: 'Set language',
  family: 'logic',
  label: 'Set language',
  icon: 'languages',
  searchWords: ['translate', 'locale', 'translation'],
  summary: 'Goes on in another language of the bot.',
  example: { options: { language: 'de' } },
  schema: schemaOf(
    'Set language',
    z.looseObject({
      language: optional(
        z.string(),
        'The tag of the language, such as de or pt-BR, or a `{{variable}}` that holds it; several, the most wanted first, have commas between them.',
      ),
    }),
  ),
  faults: noFaults,
  enter: ({ options }, context) => {
    const locale = context.text(options?.language ?? '').trim();
    return { go: 'next', ...(locale !== '' && { locale: locale.slice(0, LONGEST) }) };
  },
});
