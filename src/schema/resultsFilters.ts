import { z } from 'zod';
import { SegmentSource, TimeFilter } from './enums.js';
import { CreatedAtOrder } from './orders.js';
import { scalarOf } from './scalar.js';

/** A text of a filter that can be stored. */
export const storableTextSchema = z
  .string()
  .max(1000)
  .refine((sent) => !sent.includes('\0') && sent.isWellFormed(), 'Is no text that can be stored');
const text = storableTextSchema;
const flag = z.boolean().nullish();
const instant = z.iso.datetime({ offset: true }).nullish();

/** Conditions on variables, and on answers, of one filter, at most. */
export const MOST_MATCHES = 20;

/** The filters of a view. Their names and meaning are those of the arguments of `Bot.results`. */
export const resultsFiltersSchema = z.strictObject({
  search: text
    .nullish()
    .describe('A text that a variable, an answer, or the name or number in a messenger holds'),
  variables: z
    .array(z.strictObject({ variable: text, equals: text.nullish(), contains: text.nullish() }))
    .max(MOST_MATCHES)
    .nullish()
    .describe('What variables must hold, all of them'),
  answers: z
    .array(z.strictObject({ blockId: text, equals: text.nullish(), contains: text.nullish() }))
    .max(MOST_MATCHES)
    .nullish()
    .describe('What answers to blocks must hold, all of them'),
  restsAtBlockId: text.nullish().describe('The block on which the chat rests now'),
  reachedBlockId: text.nullish().describe('A block that the chat came to'),
  versionId: text.nullish().describe('The version with which they began'),
  segment: z
    .strictObject({
      source: z.enum(SegmentSource),
      variableId: text.nullish(),
      value: text.nullish(),
      isOther: z.boolean().optional(),
    })
    .nullish()
    .describe('What they count as in a segment of the bot'),
  from: instant.describe('Not before this instant'),
  until: instant.describe('Before this instant'),
  timeFilter: z.enum(TimeFilter).optional().describe('A window of time by its name'),
  hasStarted: flag.describe('Whether at least one answer was given; null for all'),
  isCompleted: flag.describe('Whether the chat came to its end; null for all'),
  orderBy: z.enum(CreatedAtOrder).optional().describe('From which end the table is read'),
});

export type ResultsFilters = z.infer<typeof resultsFiltersSchema>;

export const ResultsFiltersScalar = scalarOf({
  name: 'ResultsFilters',
  description:
    'What a view of the results selects, as the arguments of `Bot.results` of the same names.',
  schema: resultsFiltersSchema,
});
