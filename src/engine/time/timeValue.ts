import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { z } from 'zod';
import type { BlockContext, BlockResult } from '../blocks/kind/block.js';
import { setTo, type ValueOptions } from '../blocks/kind/valueKind.js';

/** A day, in milliseconds: yesterday and tomorrow are exactly that far away. */
export const DAY = 86_400_000;

/** The options of value kinds that produce a time. */
export const momentSchema = z.looseObject({
  timeZone: z
    .string()
    .optional()
    .describe('The time zone to write the time in, by its IANA name; UTC without.'),
});

/** Sets the variable to a time as ISO 8601: in UTC to the millisecond, or in the zone of the options to the second. */
export function setToMoment(
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
