import { TZDate } from '@date-fns/tz';
import type { ParsedComponents } from 'chrono-node';
import { casual, GB } from 'chrono-node/en';
import type { Here } from './block.js';

/** A date, or two that enclose a time, as somebody wrote them, in the zone of the chat. */
export interface Moment {
  readonly start: TZDate;
  readonly end?: TZDate;
  /** Whether a time of the day was written; otherwise it is noon, or the present time for words like "tomorrow". */
  readonly hasTime: boolean;
}

/** The zone of whom we talk with, when known; else UTC, whatever the zone of this machine (engine §3.5, "Date"). */
export function zoneOf(here: Here): string {
  return here.settings.timeZone ?? 'UTC';
}

/** Nobody writes more around a date; the search takes its time on long texts. */
const MAX_TEXT_LENGTH = 1_000;

/**
 * The first date in an English text: `2024-03-05`, "next friday", "in 3 days", "from 1 to 3 March" (engine §3.5).
 * `05/03/2024` is in March when `isDayFirst`, else in May. A time with an offset is moved to the zone of the chat.
 */
export function momentIn(text: string, here: Here, isDayFirst = false): Moment | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const zone = zoneOf(here);
  const timezone = -new TZDate(here.env.now, zone).getTimezoneOffset();
  const parser = isDayFirst ? GB : casual;
  const [found] = parser.parse(text, { instant: new Date(here.env.now), timezone });
  if (!found) return undefined;
  const { start, end } = found;
  return {
    start: dateOf(start, zone, timezone),
    ...(end && { end: dateOf(end, zone, timezone) }),
    hasTime: start.isCertain('hour'),
  };
}

/** What was written without an offset is the time on the wall there, which the present offset need not fit. */
function dateOf(components: ParsedComponents, zone: string, timezone: number): TZDate {
  const instant = components.date().getTime();
  if (components.isCertain('timezoneOffset')) return new TZDate(instant, zone);
  const wall = new TZDate(instant + timezone * 60_000, 'UTC');
  const there = new TZDate(0, zone);
  there.setFullYear(wall.getFullYear(), wall.getMonth(), wall.getDate());
  there.setHours(wall.getHours(), wall.getMinutes(), wall.getSeconds(), 0);
  return there;
}
