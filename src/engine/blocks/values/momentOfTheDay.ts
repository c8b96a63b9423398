import { TZDate } from '@date-fns/tz';
import { z } from 'zod';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import { defineValue, setTo } from '../kind/valueKind.js';

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
      : requestClientValue({ content: SCRIPT, args: [] }),
  resume: (answer, options) => setToReported(options, answer),
});

const SCRIPT = [
  'const hour = new Date().getHours();',
  "if (hour < 12) return 'morning';",
  "return hour < 18 ? 'afternoon' : 'evening';",
].join('\n');

function momentAt(hour: number): string {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}
