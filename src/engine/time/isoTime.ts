import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';

/**
 * A time (milliseconds since 1970) as ISO 8601 in a time zone: to the second, with the offset, `Z` for UTC. Undefined
 * when the zone is not a known IANA name or offset.
 */
export function isoTimeIn(timeZone: string, moment: number): string | undefined {
  const there = new TZDate(moment, timeZone);
  return Number.isNaN(there.getTime()) ? undefined : format(there, "yyyy-MM-dd'T'HH:mm:ssXXX");
}
