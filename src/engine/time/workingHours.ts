import { TZDate } from '@date-fns/tz';
import { z } from 'zod';
import { optional } from '../fields/field.js';

/** The days of a week as JavaScript counts them, from Sunday on. */
const DAYS = {
  'Every day': [0, 1, 2, 3, 4, 5, 6],
  'Monday to Friday': [1, 2, 3, 4, 5],
  Monday: [1],
  Tuesday: [2],
  Wednesday: [3],
  Thursday: [4],
  Friday: [5],
  Saturday: [6],
  Sunday: [0],
} as const;

const timeSchema = z
  .string()
  .regex(/^(?:(?:[01]?\d|2[0-3]):[0-5]\d|24:00)$/, 'Must be a time of day, as in 09:30');

const EVERY_DAY = 'Every day';
const [MIDNIGHT, NEXT_MIDNIGHT] = ['00:00', '24:00'] as const;

/** Hours at which people work; what is left out does not limit them. */
export const workingHoursSchema = z.array(
  z.looseObject({
    days: optional(z.literal(Object.keys(DAYS) as (keyof typeof DAYS)[]), 'The days.', {
      default: EVERY_DAY,
    }),
    from: optional(timeSchema, 'When work begins, as in 09:00.', {
      default: MIDNIGHT,
      isLiteral: true,
    }),
    to: optional(
      timeSchema,
      'When it ends, as in 17:30. Before the beginning, or at it: on the next day.',
      { title: 'Until', default: NEXT_MIDNIGHT, isLiteral: true },
    ),
  }),
);

/**
 * Whether an instant, in milliseconds since 1970, is within such hours in a time zone, by its IANA name. Undefined where there is no such
 * zone.
 */
export function isWithin(
  hours: z.infer<typeof workingHoursSchema>,
  now: number,
  timeZone: string,
): boolean | undefined {
  const date = new TZDate(now, timeZone);
  if (Number.isNaN(date.getTime())) return undefined;
  const minute = date.getHours() * 60 + date.getMinutes();
  const today = date.getDay();
  return hours.some(({ days = EVERY_DAY, from = MIDNIGHT, to = NEXT_MIDNIGHT }) => {
    const [begin, end] = [minuteOf(from), minuteOf(to)];
    const isOn = (day: number) => DAYS[days].some((one) => one === day % 7);
    if (begin < end) return isOn(today) && begin <= minute && minute < end;
    return (isOn(today) && begin <= minute) || (isOn(today + 6) && minute < end);
  });
}

/** The minute of the day. */
function minuteOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number);
  return Number(hour) * 60 + Number(minute);
}
