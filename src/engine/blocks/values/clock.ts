import { TZDate } from '@date-fns/tz';
import { z } from 'zod';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import { DAY, momentSchema, setToMoment } from '../../time/timeValue.js';
import { defineValue, setTo } from '../kind/valueKind.js';

/** The current time as ISO 8601. */
export const now = defineValue({
  type: 'Now',
  summary: 'The current time as ISO 8601.',
  example: { timeZone: 'Europe/Paris' },
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now, context),
});

/** The older name of `Now`, without a time zone. */
export const today = defineValue({
  type: 'Today',
  summary: 'The older name of `Now`: the current time in UTC as ISO 8601.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, new Date(context.env.now).toISOString()),
});

/** The time in exactly 24 hours as ISO 8601. */
export const tomorrow = defineValue({
  type: 'Tomorrow',
  summary: 'The time in exactly 24 hours as ISO 8601.',
  schema: momentSchema,
  enter: (options, context) => setToMoment(options, context.env.now + DAY, context),
});

/** The time exactly 24 hours ago as ISO 8601. */
export const yesterday = defineValue({
  type: 'Yesterday',
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
