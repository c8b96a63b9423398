import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { buttonField, schemaOf } from '../kind/blockFields.js';
import { formatDate } from '../../time/formatDate.js';
import { variableField } from '../kind/inputFields.js';
import { oneOf, typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';
import { momentIn } from '../../time/moment.js';
import { optional } from '../../fields/field.js';

/** Asks for a time of day, in digits or in English words. */
export const time = defineBlock({
  type: 'time input',
  holds: 'TIME',
  family: 'input',
  label: 'Time question',
  icon: 'clock',
  searchWords: ['hour', 'appointment', 'when'],
  summary: 'Asks for a time of the day.',
  example: { options: { variableId: 'vTime', format: 'HH:mm' } },
  schema: schemaOf(
    'time input',
    z.looseObject({
      ...variableField,
      labels: optional(z.looseObject({ ...buttonField }), 'Texts of the field.', {
        title: 'Texts',
      }),
      format: optional(
        z.string(),
        'How the answer is written: HH is the hour, mm the minute (Unicode TR35).',
        { title: 'Way it is written', default: 'HH:mm' },
      ),
    }),
  ),
  faults: noFaults,
  enter: requestInput,
  answers: (_asked, draw) => [
    ...typed('typical', oneOf(['09:30', '15:45'], draw)),
    ...typed('boundary', '00:00', '23:59'),
    ...typed('invalid', '25:00', 'soon'),
    ...typed('empty', ''),
  ],
  parseReply: ({ text = '' }, { options }, context) => {
    const given = momentIn(text, context);
    if (!given?.hasTime) return { outcome: 'rejected' };
    const pattern = context.text(options?.format ?? '') || 'HH:mm';
    return { outcome: 'accepted', content: formatDate(given.start, pattern) };
  },
});
