import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { labelsOf, numberOrTemplateSchema, schemaOf } from '../kind/blockFields.js';
import { variableField } from '../kind/inputFields.js';
import { typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';
import { numberOf } from '../../values/parseNumber.js';
import { readNumber } from '../../values/readNumber.js';
import { emptyRange } from '../kind/ownFaults.js';
import { optional } from '../../fields/field.js';

/** The limits, as they are stored or as clients receive them. */
function limitFields<S extends z.ZodType>(limit: S) {
  return {
    min: optional(limit, 'The lowest number that is taken; none without.', { title: 'Lowest' }),
    max: optional(limit, 'The highest number that is taken; none without.', { title: 'Highest' }),
    step: optional(
      limit,
      'By how much the field of the client counts up and down; numbers between are taken.',
    ),
  };
}

const optionsSchema = z.looseObject({
  ...variableField,
  labels: labelsOf('Type a number…'),
  ...limitFields(numberOrTemplateSchema),
  locale: optional(
    z.string(),
    'The language the client shows the number in, such as en or en-GB; it decides what 1,234 is, where both readings are possible.',
    { title: 'Language' },
  ),
  style: optional(z.enum(['decimal', 'currency', 'percent', 'unit']), 'How the number is shown.', {
    title: 'Way it is shown',
    default: 'decimal',
    labels: {
      decimal: 'Number',
      currency: 'Amount of money',
      percent: 'Percentage',
      unit: 'With a unit',
    },
  }),
  currency: optional(z.string(), 'Of an amount of money: three letters (ISO 4217), such as EUR.', {
    showsWhen: { style: ['currency'] },
  }),
  unit: optional(
    z.string(),
    'Of a number with a unit: a simple unit of ECMA-402, such as kilometer.',
    { showsWhen: { style: ['unit'] } },
  ),
});

type Options = z.infer<typeof optionsSchema>;

/** Asks for a number within its limits, which a person may write with a unit, and as their language does. */
export const number = defineBlock({
  type: 'number input',
  holds: 'NUMBER',
  family: 'input',
  label: 'Number question',
  icon: 'number',
  searchWords: ['age', 'amount', 'quantity', 'digits'],
  summary: 'Asks for a number.',
  example: { options: { variableId: 'vAge', min: 18, max: 99 } },
  schema: schemaOf('number input', optionsSchema),
  shown: { options: optionsSchema.extend(limitFields(z.number())).optional() },
  faults: ({ options }) => emptyRange(options?.min, options?.max),
  enter: (block, context) => {
    const { options } = block;
    if (!options) return requestInput(block, context);
    const { min, max, step, ...shown } = context.deep(options);
    return requestInput(block, context, { options: { ...shown, ...limitsOf(options, context) } });
  },
  answers: ({ options = {} }, draw) => {
    const [least, most, step] = [options.min, options.max, options.step].map(limitIn);
    const from = least ?? Math.min(0, most ?? 0);
    const to = most ?? from + 100;
    const typical = from + Math.floor(draw() * (to - from + 1));
    const limits = [least, most].filter((limit) => limit !== undefined);
    const beyond = [least && least - (step ?? 1), most && most + (step ?? 1)];
    return [
      ...typed('typical', String(Math.min(typical, to))),
      ...typed('boundary', ...(limits.length > 0 ? limits : [0, -1, 1.5, 1e15]).map(String)),
      ...typed('invalid', ...beyond.filter((limit) => limit !== undefined).map(String), 'many'),
      ...typed('empty', ''),
    ];
  },
  parseReply: ({ text = '' }, { options = {} }, context) => {
    const written = readNumber(text, context.text(options.locale ?? ''));
    if (written === undefined || !isWithin(Number(written), limitsOf(options, context)))
      return { outcome: 'rejected' };
    return { outcome: 'accepted', content: printed(written) };
  },
});

/** A limit as it is shown: a number, if it is one. */
function limitIn(limit: unknown): number | undefined {
  return typeof limit === 'number' ? limit : undefined;
}

interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** The limits as numbers; one that is not a number after its variables are filled in is ignored. */
function limitsOf({ min, max, step }: Options, context: BlockContext): Limits {
  const [least, most, stride] = [min, max, step].map((limit) => numberOf(limit, context));
  return {
    ...(least !== undefined && { min: least }),
    ...(most !== undefined && { max: most }),
    ...(stride !== undefined && { step: stride }),
  };
}

/** Both limits are included. The step is no limit: it is how clients count. */
function isWithin(given: number, { min = -Infinity, max = Infinity }: Limits): boolean {
  return given >= min && given <= max;
}

/** As JavaScript prints it, but a leading zero and digits beyond exactness stay as written. */
function printed(written: string): string {
  const number = Number(written);
  const isKept = /^0\d|^0\.\d/.test(written) || !Number.isSafeInteger(Math.trunc(number));
  return isKept && /^-?\d+(\.\d+)?$/.test(written) ? written : String(number);
}
