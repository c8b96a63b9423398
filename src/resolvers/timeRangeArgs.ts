import { ArgsType } from 'type-graphql';
import { TimeFilter } from '../schema/enums.js';
import { Field, NullableField } from '../schema/field.js';
import { DateTime, TimeZone } from '../schema/scalars.js';
import { timeWindow, type TimeWindow } from '../storage/timeWindow.js';

/** A time range for the start of what is selected. */
@ArgsType()
export class TimeRangeArgs {
  @Field(() => TimeFilter, {
    defaultValue: TimeFilter.ALL_TIME,
    description: 'A window of time by its name.',
  })
  timeFilter: TimeFilter;

  @Field(() => TimeZone, {
    defaultValue: 'UTC',
    description: 'Whose days are counted, as an IANA name.',
  })
  timeZone: string;

  @NullableField(() => DateTime, 'Not before this instant.') from?: Date | null;
  @NullableField(() => DateTime, 'Before this instant.') until?: Date | null;
}

/** The range of the arguments: the intersection of the filter and both bounds. */
export function windowOf(range: TimeRangeArgs, now: number): TimeWindow {
  const named = timeWindow(range.timeFilter, range.timeZone, now);
  const from = latest(named.from, range.from ?? undefined);
  const until = earliest(named.until, range.until ?? undefined);
  return { ...(from && { from }), ...(until && { until }) };
}

function latest(left: Date | undefined, right: Date | undefined): Date | undefined {
  if (!left || !right) return left ?? right;
  return left > right ? left : right;
}

function earliest(left: Date | undefined, right: Date | undefined): Date | undefined {
  if (!left || !right) return left ?? right;
  return left < right ? left : right;
}
