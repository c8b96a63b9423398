import { TZDate } from '@date-fns/tz';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfYear } from 'date-fns/startOfYear';
import { subDays } from 'date-fns/subDays';
import { subMonths } from 'date-fns/subMonths';
import { TimeFilter } from '../schema/enums.js';

/** A range of time, from `from` to before `until`. */
export interface TimeWindow {
  readonly from?: Date;
  readonly until?: Date;
}

/** The range of time that a filter means now, in days of an IANA time zone. */
export function timeWindow(filter: TimeFilter, timeZone: string, now: number): TimeWindow {
  const today = startOfDay(new TZDate(now, timeZone));
  switch (filter) {
    case TimeFilter.TODAY:
      return { from: instant(today) };
    case TimeFilter.LAST_7_DAYS:
      return { from: instant(subDays(today, 6)) };
    case TimeFilter.LAST_30_DAYS:
      return { from: instant(subDays(today, 29)) };
    case TimeFilter.MONTH_TO_DATE:
      return { from: instant(startOfMonth(today)) };
    case TimeFilter.LAST_MONTH: {
      const month = startOfMonth(today);
      return { from: instant(subMonths(month, 1)), until: instant(month) };
    }
    case TimeFilter.YEAR_TO_DATE:
      return { from: instant(startOfYear(today)) };
    case TimeFilter.ALL_TIME:
      return {};
  }
}

function instant(date: Date): Date {
  return new Date(date.getTime());
}
