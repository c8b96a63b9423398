import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { buttonField, numberOrTemplateSchema, schemaOf } from '../kind/blockFields.js';
import { variableField } from '../kind/inputFields.js';
import { typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';
import { numberOf, parseNumber } from '../../values/parseNumber.js';
import { emptyRange } from '../kind/ownFaults.js';
import { optional } from '../../fields/field.js';

const optionsSchema = z.looseObject({
  ...variableField,
  buttonType: optional(z.enum(['Icons', 'Numbers']), 'What people press.', {
    title: 'Buttons',
    default: 'Numbers',
  }),
  length: optional(z.number(), 'The highest rating.', { title: 'Highest', default: 10 }),
  startsAt: optional(
    numberOrTemplateSchema,
    'The lowest rating, as a number or a text that holds one.',
    { title: 'Lowest', default: 0 },
  ),
  labels: optional(
    z.looseObject({
      left: optional(z.string(), 'The text at the lowest rating.', {
        title: 'Text at the lowest',
        isTranslatable: true,
      }),
      right: optional(z.string(), 'The text at the highest rating.', {
        title: 'Text at the highest',
        isTranslatable: true,
      }),
      ...buttonField,
    }),
    'Texts of the field.',
    { title: 'Texts' },
  ),
  customIcon: optional(
    z.looseObject({
      isEnabled: optional(z.boolean(), 'Whether the own icon is used.', {
        title: 'On',
        default: false,
      }),
      svg: optional(z.string(), 'The icon, as SVG.', {
        title: 'Icon',
        control: 'CODE',
        language: 'SVG',
      }),
    }),
    'An icon of your own.',
    { title: 'Own icon', showsWhen: { buttonType: ['Icons'] } },
  ),
  isOneClickSubmitEnabled: optional(z.boolean(), 'Whether a click sends the rating at once.', {
    title: 'One click sends it',
    default: false,
  }),
});

type Options = z.infer<typeof optionsSchema>;

/** Asks for a whole number on a scale, both ends included. */
export const rating = defineBlock({
  type: 'rating input',
  holds: 'NUMBER',
  family: 'input',
  label: 'Rating',
  icon: 'star',
  searchWords: ['stars', 'score', 'nps', 'feedback'],
  summary: 'Asks for a rating on a scale.',
  example: { options: { length: 5, startsAt: 1, labels: { left: 'Bad', right: 'Good' } } },
  schema: schemaOf('rating input', optionsSchema),
  shown: {
    options: optionsSchema
      .extend({ startsAt: optional(z.number(), 'The lowest rating; default 0.') })
      .optional(),
  },
  faults: ({ options }) => emptyRange(options?.startsAt ?? 0, options?.length ?? 10),
  enter: (block, context) => {
    if (!block.options) return requestInput(block, context);
    const { startsAt, ...shown } = context.deep(block.options);
    const lowest = numberOf(block.options.startsAt, context);
    return requestInput(block, context, {
      options: { ...shown, ...(lowest !== undefined && { startsAt: lowest }) },
    });
  },
  answers: ({ options: { startsAt, length = 10 } = {} }, draw) => {
    const lowest = typeof startsAt === 'number' ? startsAt : 0;
    const typical = lowest + Math.floor(draw() * Math.max(1, length - lowest + 1));
    return [
      ...typed('typical', String(typical)),
      ...typed('boundary', String(lowest), String(length)),
      ...typed('invalid', String(lowest - 1), String(length + 1), 'good'),
      ...typed('empty', ''),
    ];
  },
  parseReply: ({ text = '' }, { options = {} }, context) => {
    const given = parseNumber(text);
    return given !== undefined && isOnScale(given, options, context)
      ? { outcome: 'accepted', content: String(given) }
      : { outcome: 'rejected' };
  },
});

function isOnScale(
  given: number,
  { startsAt, length = 10 }: Options,
  context: BlockContext,
): boolean {
  const lowest = numberOf(startsAt, context) ?? 0;
  return Number.isInteger(given) && given >= lowest && given <= length;
}
