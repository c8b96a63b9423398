import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { labelsSchema, numberOrTemplateSchema, schemaOf } from '../kind/blockFields.js';
import { variableField } from '../kind/inputFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { numberOf } from '../../values/numberOf.js';
import { parseNumber } from '../../values/parseNumber.js';

/** The limits, as they are stored or as clients receive them. */
function limitFields<S extends z.ZodType>(limit: S) {
  return {
    min: limit.optional().describe('The lowest number that is taken; none without.'),
    max: limit.optional().describe('The highest number that is taken; none without.'),
    step: limit
      .optional()
      .describe('Numbers must be this far apart, counted from the lowest or from 0; any without.'),
  };
}

const optionsSchema = z.looseObject({
  ...variableField,
  labels: labelsSchema.optional().describe('Texts of the field; placeholder "Type a number…".'),
  ...limitFields(numberOrTemplateSchema),
  locale: z
    .string()
    .optional()
    .describe('The language the client shows the number in, such as en or en-GB.'),
  style: z
    .enum(['decimal', 'currency', 'percent', 'unit'])
    .optional()
    .describe('How the client shows the number; default decimal.'),
  currency: z
    .string()
    .optional()
    .describe('With the style currency: three letters (ISO 4217), such as EUR.'),
  unit: z
    .string()
    .optional()
    .describe('With the style unit: a simple unit of ECMA-402, such as kilometer.'),
});

type Options = z.infer<typeof optionsSchema>;

/** Asks for a number within its limits; the whole text must be a number. */
export const number = defineBlock({
  type: 'number input',
  family: 'input',
  summary: 'Asks for a number.',
  example: { options: { variableId: 'vAge', min: 18, max: 99 } },
  schema: schemaOf('number input', optionsSchema),
  shown: { options: optionsSchema.extend(limitFields(z.number())).optional() },
  enter: (block, context) => {
    const { options } = block;
    if (!options) return requestInput(block, context);
    const { min, max, step, ...shown } = context.deep(options);
    return requestInput(block, context, { options: { ...shown, ...limitsOf(options, context) } });
  },
  parseReply: ({ text = '' }, { options = {} }, context) => {
    const given = parseNumber(text);
    if (given === undefined || !isWithin(given, limitsOf(options, context)))
      return { outcome: 'rejected' };
    return { outcome: 'accepted', content: printed(given, text.trim()) };
  },
});

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

/** Both limits are included; steps count from the lower one, with a tolerance for rounding of fractions. */
function isWithin(given: number, { min = -Infinity, max = Infinity, step = 0 }: Limits): boolean {
  if (given < min || given > max) return false;
  const from = Number.isFinite(min) ? min : 0;
  const steps = step > 0 ? (given - from) / step : 0;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

/** As JavaScript prints it, but a leading zero and digits beyond exactness stay as typed. */
function printed(given: number, typed: string): string {
  const isKept = /^0\d|^0\.\d/.test(typed) || !Number.isSafeInteger(Math.trunc(given));
  return isKept && /^-?\d+(\.\d+)?$/.test(typed) ? typed : String(given);
}
