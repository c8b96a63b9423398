import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { buttonField, schemaOf } from '../kind/blockFields.js';
import { formatDate } from '../../time/formatDate.js';
import { variableField } from '../kind/inputFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { momentIn } from '../../time/moment.js';

/** Asks for a time of day, in digits or in English words. */
export const time = defineBlock({
  type: 'time input',
  family: 'input',
  summary: 'Asks for a time of the day.',
  example: { options: { variableId: 'vTime', format: 'HH:mm' } },
  schema: schemaOf(
    'time input',
    z.looseObject({
      ...variableField,
      labels: z
        .looseObject({
          ...buttonField,
        })
        .optional()
        .describe('Texts of the field.'),
      format: z
        .string()
        .optional()
        .describe('How the answer is written, in Unicode TR35 fields; default HH:mm.'),
    }),
  ),
  enter: requestInput,
  parseReply: ({ text = '' }, { options }, context) => {
    const given = momentIn(text, context);
    if (!given?.hasTime) return { outcome: 'rejected' };
    const pattern = context.text(options?.format ?? '') || 'HH:mm';
    return { outcome: 'accepted', content: formatDate(given.start, pattern) };
  },
});
