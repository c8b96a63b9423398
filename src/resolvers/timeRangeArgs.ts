import { ArgsType, Field } from 'type-graphql';
import { TimeFilter } from '../schema/enums.js';
import { DateTime, TimeZone } from '../schema/scalars.js';
import { timeWindow, type TimeWindow } from '../storage/timeWindow.js';
import { PageArgs } from './pageArgs.js';

/** What both kinds of arguments say of time. */
interface TimeRange {
  readonly timeFilter: TimeFilter;
  readonly timeZone: string;
  readonly from?: Date | null;
  readonly until?: Date | null;
}

const words = {
  timeFilter: 'A window of time by its name.',
  timeZone: 'Whose days are counted, as an IANA name.',
  from: 'Not before this instant.',
  until: 'Before this instant.',
};

/** A stretch of time that what is asked for began in. */
@ArgsType()
export class TimeRangeArgs implements TimeRange {
  @Field(() => TimeFilter, { defaultValue: TimeFilter.allTime, description: words.timeFilter })
  timeFilter: TimeFilter;

  @Field(() => TimeZone, { defaultValue: 'UTC', description: words.timeZone })
  timeZone: string;

  @Field(() => DateTime, { nullable: true, description: words.from })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: words.until })
  until?: Date | null;
}

/** A page of what began in a stretch of time. */
@ArgsType()
export class TimedPageArgs extends PageArgs implements TimeRange {
  @Field(() => TimeFilter, { defaultValue: TimeFilter.allTime, description: words.timeFilter })
  timeFilter: TimeFilter;

  @Field(() => TimeZone, { defaultValue: 'UTC', description: words.timeZone })
  timeZone: string;

  @Field(() => DateTime, { nullable: true, description: words.from })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: words.until })
  until?: Date | null;
}

/** The stretch of time that arguments mean: what the filter and both bounds have in common. */
export function windowOf(range: TimeRange, now: number): TimeWindow {
  const named = timeWindow(range.timeFilter, range.timeZone, now);
  const from = latest(named.from, range.from ?? undefined);
  const until = earliest(named.until, range.until ?? undefined);
  return { ...(from && { from }), ...(until && { until }) };
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
