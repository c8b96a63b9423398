import { z } from 'zod';
import { defineBlock, type Here } from '../../block.js';
import { blockFields, labelsSchema, numberOrTemplateSchema } from '../../blockFields.js';
import { askUser } from '../../inputRequest.js';
import { parseNumber } from '../../parseNumber.js';

const optionsSchema = z.looseObject({
  variableId: z.string().optional(),
  labels: labelsSchema.optional(),
  min: numberOrTemplateSchema.optional(),
  max: numberOrTemplateSchema.optional(),
  step: numberOrTemplateSchema.optional(),
});

type Options = z.infer<typeof optionsSchema>;

/** Asks for a number within its limits; the whole text must be a number (engine §3.5). */
export const number = defineBlock({
  type: 'number input',
  family: 'input',
  summary: 'Asks for a number.',
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('number input'),
    options: optionsSchema.optional(),
  }),
  enter: (block, here) => {
    const { options } = block;
    if (!options) return askUser(block, here);
    const shown = here.deep(options);
    delete shown.min;
    delete shown.max;
    delete shown.step;
    return askUser(block, here, { options: { ...shown, ...limitsOf(options, here) } });
  },
  hear: ({ text = '' }, { options = {} }, here) => {
    const given = parseNumber(text);
    if (given === undefined || !isWithin(given, limitsOf(options, here)))
      return { heard: 'refused' };
    return { heard: 'accepted', content: printed(given, text.trim()) };
  },
});

interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** The limits as numbers; one that is no number after its variables are filled in is no limit. */
function limitsOf({ min, max, step }: Options, here: Here): Limits {
  const [least, most, stride] = [min, max, step].map((limit) =>
    typeof limit === 'string' ? parseNumber(here.text(limit)) : limit,
  );
  return {
    ...(least !== undefined && { min: least }),
    ...(most !== undefined && { max: most }),
    ...(stride !== undefined && { step: stride }),
  };
}

/** Both limits included; steps count from the lower one, with room for the rounding of fractions. */
function isWithin(given: number, { min = -Infinity, max = Infinity, step = 0 }: Limits): boolean {
  if (given < min || given > max) return false;
  const from = Number.isFinite(min) ? min : 0;
  const steps = step > 0 ? (given - from) / step : 0;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

/** As JavaScript prints it, but a leading zero and digits too many to be exact stay as typed. */
function printed(given: number, typed: string): string {
  const isKept = /^0\d|^0\.\d/.test(typed) || !Number.isSafeInteger(Math.trunc(given));
  return isKept && /^-?\d+(\.\d+)?$/.test(typed) ? typed : String(given);
}
