import { expect, test } from '@jest/globals';
import {
  addressOf,
  argumentsOf,
  filterIn,
  filterOfView,
  resultsAt,
} from '../../packages/console/src/results/resultFilter.js';

const EVERYTHING = filterIn(new URLSearchParams());

test('the address of a table of results says its filter and view, and leaves out what is usual', () => {
  const filter = {
    search: 'Ada',
    timeFilter: 'LAST_7_DAYS',
    isCompleted: true,
    day: '2026-05-01',
    restsAtBlockId: 'b1',
    reachedBlockId: 'b3',
    versionId: 'ver_1',
    segment: { source: 'VARIABLE', variableId: 'v~1', value: 'a~*=b', isOther: false },
    isUnansweredToo: true,
    conditions: [
      { of: 'variable', id: 'v~1', operator: 'contains', text: 'a~b&c' },
      { of: 'answer', id: 'b2', operator: 'given', text: '' },
    ],
    viewId: 'rvw_1',
  } as const;
  expect(filterIn(new URLSearchParams(addressOf(filter)))).toEqual(filter);
  const odd = new URLSearchParams('where=variable~is~v~x&day=soon&segment=PLACE~~=x');
  expect(filterIn(odd)).toMatchObject({ conditions: [], day: null, segment: null });
  const others = { source: 'CHANNEL', variableId: null, value: null, isOther: true } as const;
  for (const segment of [others, { ...others, isOther: false }]) {
    const address = new URL(resultsAt('bot_1', { segment }), 'http://console');
    expect(filterIn(address.searchParams)).toEqual({ ...EVERYTHING, segment });
  }
  expect(addressOf(filterIn(new URLSearchParams('time=NEVER')))).toEqual([]);
});

const view = { id: 'rvw_1', name: 'Done', columns: {}, isShared: false, isOwn: true };

test('a saved view keeps all of the filter that was shown: the day, the source and those without an answer as well', () => {
  const segment = { source: 'VARIABLE', variableId: 'v', value: 'ads', isOther: false } as const;
  const filter = { ...EVERYTHING, day: '2026-05-01', segment, isUnansweredToo: true };
  const { timeZone, ...filters } = argumentsOf(filter);
  expect(timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(filterOfView({ ...view, filters })).toEqual({ ...filter, viewId: 'rvw_1' });
  for (const at of [{ restsAtBlockId: 'b' }, { reachedBlockId: 'b' }]) {
    const asked = argumentsOf({ ...EVERYTHING, ...at });
    expect(asked.hasStarted).toBeNull();
    const shown = filterOfView({ ...view, filters: asked });
    expect(shown).toMatchObject({ ...at, isUnansweredToo: false });
  }
});

test('a saved view shows what it selects, as far as the table can', () => {
  const filters = {
    ...{ search: null, timeFilter: 'LAST_30_DAYS', isCompleted: true },
    versionId: 'ver_1',
    variables: [{ variable: 'v', equals: 'Ada' }],
    answers: [{ blockId: 'b' }],
  };
  expect(filterOfView({ ...view, filters })).toEqual({
    ...{ search: '', timeFilter: 'LAST_30_DAYS' },
    ...{
      day: null,
      restsAtBlockId: null,
      reachedBlockId: null,
      segment: null,
      isUnansweredToo: false,
    },
    versionId: 'ver_1',
    conditions: [
      { of: 'variable', id: 'v', operator: 'equals', text: 'Ada' },
      { of: 'answer', id: 'b', operator: 'given', text: '' },
    ],
    ...{ isCompleted: true, viewId: 'rvw_1' },
  });
});
