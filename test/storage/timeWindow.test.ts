import { describe, expect, test } from '@jest/globals';
import { TimeFilter } from '../../src/schema/enums.js';
import { timeWindow } from '../../src/storage/timeWindow.js';

const window = (filter: TimeFilter, zone: string, now: string) => {
  const { from, until } = timeWindow(filter, zone, Date.parse(now));
  return [from?.toISOString(), until?.toISOString()];
};

describe('a window of time', () => {
  const noon = '2025-03-15T12:00:00.000Z';

  test.each([
    [TimeFilter.TODAY, '2025-03-15T00:00:00.000Z', undefined],
    [TimeFilter.LAST_7_DAYS, '2025-03-09T00:00:00.000Z', undefined],
    [TimeFilter.LAST_30_DAYS, '2025-02-14T00:00:00.000Z', undefined],
    [TimeFilter.MONTH_TO_DATE, '2025-03-01T00:00:00.000Z', undefined],
    [TimeFilter.LAST_MONTH, '2025-02-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'],
    [TimeFilter.YEAR_TO_DATE, '2025-01-01T00:00:00.000Z', undefined],
    [TimeFilter.ALL_TIME, undefined, undefined],
  ])('%s begins and ends with days of the zone', (filter, from, until) => {
    expect(window(filter, 'UTC', noon)).toEqual([from, until]);
  });

  test('begins and ends at midnight in the time zone of the caller, not of the server', () => {
    const lateInTokyo = '2025-03-15T16:00:00.000Z';
    expect(window(TimeFilter.TODAY, 'Asia/Tokyo', lateInTokyo)[0]).toBe('2025-03-15T15:00:00.000Z');
    expect(window(TimeFilter.TODAY, 'America/New_York', '2025-03-15T03:00:00.000Z')[0]).toBe(
      '2025-03-14T04:00:00.000Z',
    );
    expect(window(TimeFilter.TODAY, 'Asia/Kathmandu', noon)[0]).toBe('2025-03-14T18:15:00.000Z');
  });

  test('begins at local midnight before and after the clocks change', () => {
    const afterSpring = '2025-04-01T12:00:00.000Z';
    expect(window(TimeFilter.LAST_7_DAYS, 'Europe/Berlin', afterSpring)[0]).toBe(
      '2025-03-25T23:00:00.000Z',
    );
    expect(window(TimeFilter.TODAY, 'Europe/Berlin', afterSpring)[0]).toBe(
      '2025-03-31T22:00:00.000Z',
    );
    expect(window(TimeFilter.LAST_MONTH, 'Europe/Berlin', afterSpring)).toEqual([
      '2025-02-28T23:00:00.000Z',
      '2025-03-31T22:00:00.000Z',
    ]);
    expect(window(TimeFilter.LAST_7_DAYS, 'America/New_York', '2025-11-04T12:00:00.000Z')[0]).toBe(
      '2025-10-29T04:00:00.000Z',
    );
  });

  test('begins the day at one if the clocks skip midnight', () => {
    expect(window(TimeFilter.TODAY, 'America/Santiago', '2025-09-07T12:00:00.000Z')[0]).toBe(
      '2025-09-07T04:00:00.000Z',
    );
  });

  test.each(['02', '04', '06', '09', '11', '03', '01'])(
    'loses no day of the month before, seen from month %s',
    (month) => {
      const [from = '', until = ''] = window(
        TimeFilter.LAST_MONTH,
        'UTC',
        `2025-${month}-28T12:00:00Z`,
      );
      expect(until).toBe(`2025-${month}-01T00:00:00.000Z`);
      expect(new Date(Date.parse(until) - 1).getUTCMonth()).toBe(new Date(from).getUTCMonth());
      expect(from).toMatch(/-01T00:00:00/);
    },
  );
});
