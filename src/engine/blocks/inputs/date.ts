import { startOfDay } from 'date-fns/startOfDay';
import { startOfMinute } from 'date-fns/startOfMinute';
import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { buttonField, schemaOf } from '../kind/blockFields.js';
import { formatDate } from '../../time/formatDate.js';
import { variableField } from '../kind/inputFields.js';
import { oneOf, typed } from '../kind/sampleAnswer.js';
import { requestInput } from '../../reply/inputRequest.js';
import { momentIn, type Moment } from '../../time/moment.js';
import { optional } from '../../fields/field.js';

const optionsSchema = z.looseObject({
  ...variableField,
  labels: optional(
    z.looseObject({
      ...buttonField,
      from: optional(z.string(), 'The text before the first date.', {
        title: 'Text before the first date',
        default: 'From:',
        isTranslatable: true,
        showsWhen: { isRange: [true] },
      }),
      to: optional(z.string(), 'The text before the last date.', {
        title: 'Text before the last date',
        default: 'To:',
        isTranslatable: true,
        showsWhen: { isRange: [true] },
      }),
      separator: optional(z.string(), 'The word between both dates of an answer.', {
        title: 'Word between the dates',
        default: 'to',
        showsWhen: { isRange: [true] },
      }),
    }),
    'Texts of the field.',
    { title: 'Texts' },
  ),
  hasTime: optional(z.boolean(), 'Whether a time is asked for as well.', {
    title: 'With a time',
    default: false,
  }),
  isRange: optional(z.boolean(), 'Whether two dates are asked for.', {
    title: 'Two dates',
    default: false,
  }),
  format: optional(
    z.string(),
    'How the answer is written: yyyy is the year, MM the month, dd the day, HH the hour, mm the minute (Unicode TR35); with a time the default is dd/MM/yyyy HH:mm. When it begins with dd, dates like 05/03/2024 are read with the day first.',
    { title: 'Way it is written', default: 'dd/MM/yyyy' },
  ),
  min: optional(z.string(), 'The earliest date that is taken, itself included.', {
    title: 'Earliest date',
    control: 'DATE',
  }),
  max: optional(z.string(), 'The latest date that is taken, itself included.', {
    title: 'Latest date',
    control: 'DATE',
  }),
});

type Options = z.infer<typeof optionsSchema>;

/** Asks for a date or two, in digits or in English words; stored in the format of the options. */
export const date = defineBlock({
  type: 'date input',
  holds: 'DATE',
  family: 'input',
  label: 'Date question',
  icon: 'calendar',
  searchWords: ['day', 'birthday', 'appointment', 'when'],
  summary: 'Asks for a date, or for two that enclose a time.',
  example: { options: { variableId: 'vDay', isRange: true, min: '2026-01-01' } },
  schema: schemaOf('date input', optionsSchema),
  *faults({ options: { min = '', max = '' } = {} }) {
    if (ISO_DAY.test(min) && ISO_DAY.test(max) && min.slice(0, 10) > max.slice(0, 10))
      yield { code: 'RANGE_EMPTY', about: `${min} to ${max}`, path: 'options' };
  },
  enter: (block, context) => {
    const { options } = block;
    if (!options) return requestInput(block, context);
    const shown = { ...context.deep(options), ...limitsOf(options, context) };
    return requestInput(block, context, { options: shown });
  },
  answers: ({ options = {} }, draw) => {
    const { min, max, isRange, labels } = options;
    const time = options.hasTime ? ` ${oneOf(['09:30', '18:00'], draw)}` : '';
    const limits = [min, max]
      .filter((limit) => limit !== undefined)
      .filter((limit) => limit !== '');
    const typical = limits[0] ?? oneOf(['2030-05-14', '1990-12-01', '2026-08-31'], draw);
    const written = (from: string, to: string) =>
      isRange ? `${from} ${labels?.separator || 'to'} ${to}` : from;
    return [
      ...typed('typical', written(`${typical}${time}`, `${limits[1] ?? typical}${time}`)),
      ...typed(
        'boundary',
        ...(limits.length > 0 ? limits : ['2028-02-29']).map((day) => written(day, day)),
      ),
      ...typed('invalid', ...beyond(min, max).map((day) => written(day, day)), 'some day'),
      ...typed('empty', ''),
    ];
  },
  parseReply: ({ text = '' }, { options = {} }, context) => {
    const pattern = patternOf(options, context);
    const separator = context.text(options.labels?.separator ?? '') || 'to';
    const given = momentIn(text, context, { isDayFirst: isDayFirst(pattern), separator });
    if (!given || !isWithin(given, options, context)) return { outcome: 'rejected' };
    const start = formatDate(given.start, pattern);
    if (!options.isRange) return { outcome: 'accepted', content: start };
    if (!given.end) return { outcome: 'rejected' };
    return {
      outcome: 'accepted',
      content: `${start} ${separator} ${formatDate(given.end, pattern)}`,
    };
  },
});

/** The days before the first and after the last that are taken, where both are written in digits. */
function beyond(min = '', max = ''): string[] {
  return [[min, -1] as const, [max, 1] as const].flatMap(([limit, days]) => {
    const at = Date.parse(limit.slice(0, 10));
    if (Number.isNaN(at)) return [];
    return [new Date(at + days * 86_400_000).toISOString().slice(0, 10)];
  });
}

function patternOf({ format = '', hasTime }: Options, context: BlockContext): string {
  return context.text(format) || (hasTime ? 'dd/MM/yyyy HH:mm' : 'dd/MM/yyyy');
}

function isDayFirst(pattern: string): boolean {
  return pattern.toLowerCase().startsWith('dd');
}

/** The limits as texts with their variables filled in. */
function limitsOf(
  { min, max, hasTime }: Options,
  context: BlockContext,
): { min?: string; max?: string } {
  const [least, most] = [min, max].map((limit) =>
    limit === undefined ? undefined : cutLimit(context.text(limit), hasTime, context),
  );
  return { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) };
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?:T|$)/;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * An ISO date with a time is cut to the minute, or to the day where the input asks for no time; before that it is
 * converted to the zone of the visitor, when that is known.
 */
function cutLimit(limit: string, hasTime: boolean | undefined, context: BlockContext): string {
  if (!ISO_MOMENT.test(limit)) return limit;
  const moment = context.settings.timeZone === undefined ? undefined : momentIn(limit, context);
  const wall = moment ? formatDate(moment.start, "yyyy-MM-dd'T'HH:mm") : limit;
  return wall.slice(0, hasTime ? 16 : 10);
}

/**
 * Both ends are compared with both limits, by the minute when both have a time, else by the day, so that equal ones
 * pass.
 */
function isWithin(given: Moment, options: Options, context: BlockContext): boolean {
  const notation = { isDayFirst: isDayFirst(patternOf(options, context)) };
  const { min = '', max = '' } = limitsOf(options, context);
  const [least, most] = [min, max].map((limit) => momentIn(limit, context, notation));
  const ends = [given.start, given.end ?? given.start];
  return ends.every((end) => {
    const follows = (earlier: Date, later: Date, limit: Moment) => {
      const cut = options.hasTime && limit.hasTime ? startOfMinute : startOfDay;
      return cut(earlier) <= cut(later);
    };
    return (
      (!least || follows(least.start, end, least)) && (!most || follows(end, most.start, most))
    );
  });
}
