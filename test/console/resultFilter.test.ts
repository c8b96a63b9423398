import { expect, test } from '@jest/globals';
import {
  addressOf,
  filterIn,
  filterOfView,
} from '../../packages/console/src/results/resultFilter.js';

test('the address of a table of results says its filter and view, and leaves out what is usual', () => {
  const filter = {
    search: 'Ada',
    timeFilter: 'LAST_7_DAYS',
    isCompleted: true,
    viewId: 'rvw_1',
  } as const;
  expect(filterIn(new URLSearchParams(addressOf(filter)))).toEqual(filter);
  expect(addressOf(filterIn(new URLSearchParams('time=NEVER')))).toEqual({});
});

test('a saved view shows what it selects, as far as the table can', () => {
  const view = { id: 'rvw_1', name: 'Done', columns: {}, isShared: false, isOwn: true };
  const filters = { search: null, timeFilter: 'LAST_30_DAYS', isCompleted: true };
  expect(filterOfView({ ...view, filters })).toEqual({
    ...{ search: '', timeFilter: 'LAST_30_DAYS' },
    ...{ isCompleted: true, viewId: 'rvw_1' },
  });
});
