import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { z } from 'zod';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import type { BlockContext, BlockResult } from '../kind/block.js';
import { defineValue, setTo, type ValueOptions } from '../kind/valueKind.js';
import { optional } from '../../fields/field.js';

/** A day, in milliseconds: yesterday and tomorrow are exactly that far away. */
const DAY = 86_400_000;

/** The options of value kinds that produce a time. */
const momentSchema = z.looseObject({
  timeZone: optional(
    z.string(),
    'The time zone to write the time in, by its IANA name, such as Europe/Paris.',
    { default: 'UTC' },
  ),
});

/** Sets the variable to a time as ISO 8601: in UTC to the millisecond, or in the zone of the options to the second. */
function setToMoment(
  options: z.infer<typeof momentSchema> & ValueOptions,
  moment: number,
  context: BlockContext,
): BlockResult {
  const timeZone = context.text(options.timeZone ?? '').trim();
  if (timeZone === '') return setTo(options, new Date(moment).toISOString());
  const local = isoTimeIn(timeZone, moment);
  if (local !== undefined) return setTo(options, local);
  const description = `The time zone "${timeZone}" is not known, so the time is given in UTC`;
  return {
    ...setTo(options, new Date(moment).toISOString()),
    logs: [{ status: 'error', description }],
  };
}

/**
 * A time (milliseconds since 1970) as ISO 8601 in a time zone: to the second, with the offset, `Z` for UTC. Undefined
 * when the zone is not a known IANA name or offset.
 */
function isoTimeIn(timeZone: string, moment: number): string | undefined {
  const there = new TZDate(moment, timeZone);
  return Number.isNaN(there.getTime()) ? undefined : format(there, "yyyy-MM-dd'T'HH:mm:ssXXX");
}

/** The current time as ISO 8601. */
export const now = defineValue({
  type: 'Now',
  holds: 'DATE',
  label: 'Now',
  summary: 'The current time as ISO 8601.',
  example: { timeZone: 'Europe/Paris' },
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now, context),
});

/** The older name of `Now`, without a time zone. */
export const today = defineValue({
  type: 'Today',
  holds: 'DATE',
  label: 'Now (older name)',
  summary: 'The older name of `Now`: the current time in UTC as ISO 8601.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, new Date(context.env.now).toISOString()),
});

/** The time in exactly 24 hours as ISO 8601. */
export const tomorrow = defineValue({
  type: 'Tomorrow',
  holds: 'DATE',
  label: 'In 24 hours',
  summary: 'The time in exactly 24 hours as ISO 8601.',
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now + DAY, context),
});

/** The time exactly 24 hours ago as ISO 8601. */
export const yesterday = defineValue({
  type: 'Yesterday',
  holds: 'DATE',
  label: '24 hours ago',
  summary: 'The time exactly 24 hours ago as ISO 8601.',
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now - DAY, context),
});

/**
 * Only the client knows the local time of the visitor, so the client runs the script. In a messenger the time zone of the chat
 * counts, which is UTC unless it is known.
 */
export const momentOfTheDay = defineValue({
  type: 'Moment of the day',
  label: 'Part of the day',
  summary:
    'The time of day where the person is: `morning` before 12, `afternoon` before 18, then `evening`.',
  schema: z.looseObject({}),
  enter: (options, { env, settings }) =>
    settings.messenger
      ? setTo(options, momentAt(new TZDate(env.now, settings.timeZone ?? 'UTC').getHours()))
      : requestClientValue({ content: MOMENT_SCRIPT, args: [] }),
  resume: (answer, options) => setToReported(options, answer),
});

const MOMENT_SCRIPT = [
  'const hour = new Date().getHours();',
  "if (hour < 12) return 'morning';",
  "return hour < 18 ? 'afternoon' : 'evening';",
].join('\n');

function momentAt(hour: number): string {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}
