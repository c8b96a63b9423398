import { TZDate } from '@date-fns/tz';
import type { ParsedComponents } from 'chrono-node';
import { casual, GB } from 'chrono-node/en';
import type { BlockContext } from '../blocks/kind/block.js';

/** A date, or a range of two, as a person wrote it, in the zone of the chat. */
export interface Moment {
  readonly start: TZDate;
  readonly end?: TZDate;
  /** Whether a time of day was written; otherwise it is noon, or the present time for words like "tomorrow". */
  readonly hasTime: boolean;
}

/** The zone of the visitor, when known; else UTC, whatever the zone of the server. */
function zoneOf(context: BlockContext): string {
  return context.settings.timeZone ?? 'UTC';
}

/** Real answers are shorter; the search takes long on long texts. */
const MAX_TEXT_LENGTH = 1_000;

/** The notation of dates in one input. */
export interface Notation {
  /** Whether `05/03/2024` is in March; by default it is in May. */
  readonly isDayFirst?: boolean;
  /** The word between two dates, besides "to" and a dash. */
  readonly separator?: string;
}

/**
 * The first date in an English text: `2024-03-05`, "next friday", "in 3 days", "from 1 to 3 March". A time with an
 * offset is converted to the zone of the chat.
 */
export function momentIn(
  text: string,
  context: BlockContext,
  notation: Notation = {},
): Moment | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const zone = zoneOf(context);
  const timezone = -new TZDate(context.env.now, zone).getTimezoneOffset();
  const { isDayFirst = false, separator = 'to' } = notation;
  const parser = isDayFirst ? GB : casual;
  const read: Read = (part) =>
    parser.parse(part, { instant: new Date(context.env.now), timezone })[0];
  const found = rangeIn(text, separator, read) ?? read(text);
  if (!found) return undefined;
  const { start, end } = found;
  return {
    start: dateOf(start, zone, timezone),
    ...(end && { end: dateOf(end, zone, timezone) }),
    hasTime: start.isCertain('hour'),
  };
}

interface Found {
  readonly start: ParsedComponents;
  readonly end?: ParsedComponents | undefined;
}

type Read = (text: string) => Found | undefined;

/**
 * Both sides of the first separator with a whole date on either side, each parsed by itself: parsed together, the time
 * of one date runs into the other ("10:00 to 2024-03-06" as a range that ends at 20:24).
 */
function rangeIn(text: string, separator: string, read: Read): Found | undefined {
  for (const word of new Set([separator, 'to', '-'])) {
    const gap = ` ${word} `;
    const at = text.indexOf(gap);
    if (at < 0) continue;
    const start = read(text.slice(0, at))?.start;
    const end = read(text.slice(at + gap.length))?.start;
    if (start && end && areWhole(start, end)) return { start, end };
  }
  return undefined;
}

/** "friday to monday" or "5 March to 8 March 2026" are not: there each date helps to place the other. */
function areWhole(start: ParsedComponents, end: ParsedComponents): boolean {
  if (!start.isCertain('day') || !end.isCertain('day')) return false;
  const hasYear = start.isCertain('year');
  return hasYear === end.isCertain('year') && (hasYear || start.date() <= end.date());
}

/**
 * A time written without an offset is local time in the zone, whose offset at that date may differ from the present
 * one.
 */
function dateOf(components: ParsedComponents, zone: string, timezone: number): TZDate {
  const instant = components.date().getTime();
  if (components.isCertain('timezoneOffset')) return new TZDate(instant, zone);
  const wall = new TZDate(instant + timezone * 60_000, 'UTC');
  const there = new TZDate(0, zone);
  there.setFullYear(wall.getFullYear(), wall.getMonth(), wall.getDate());
  there.setHours(wall.getHours(), wall.getMinutes(), wall.getSeconds(), 0);
  return there;
}
