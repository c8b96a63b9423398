import type { ResultsQueryVariables, ResultsViewShownFragment } from '@parley/client/dashboard';

/** A window of time by its name. */
export type TimeFilter = NonNullable<ResultsQueryVariables['timeFilter']>;

/** The windows that can be chosen. */
export const TIMES: readonly (readonly [TimeFilter, string])[] = [
  ['LAST_7_DAYS', 'Last 7 days'],
  ['LAST_30_DAYS', 'Last 30 days'],
  ['ALL_TIME', 'All time'],
];

/** Which results are shown. */
export interface Filter {
  readonly search: string;
  readonly timeFilter: TimeFilter;
  readonly isCompleted: boolean | null;
}

/** What an address says: the filter, and the view by which columns are arranged. */
export function filterIn(params: URLSearchParams): Filter & { readonly viewId: string | null } {
  return {
    search: params.get('search') ?? '',
    timeFilter: timeNamed(params.get('time')),
    isCompleted: params.get('completed') === 'yes' ? true : null,
    viewId: params.get('view'),
  };
}

/** What the address has to say of a filter and a view; what is usual is left out. */
export function addressOf({
  search,
  timeFilter,
  isCompleted,
  viewId,
}: ReturnType<typeof filterIn>): Record<string, string> {
  return {
    ...(search !== '' && { search }),
    ...(timeFilter !== 'ALL_TIME' && { time: timeFilter }),
    ...(isCompleted === true && { completed: 'yes' }),
    ...(viewId !== null && { view: viewId }),
  };
}

/** What a saved view selects. */
export function filterOfView({
  id,
  filters,
}: ResultsViewShownFragment): ReturnType<typeof filterIn> {
  const { search, timeFilter, isCompleted } = (filters ?? {}) as Partial<
    Record<'search' | 'timeFilter' | 'isCompleted', unknown>
  >;
  return {
    search: typeof search === 'string' ? search : '',
    timeFilter: timeNamed(timeFilter),
    isCompleted: isCompleted === true ? true : null,
    viewId: id,
  };
}

function timeNamed(name: unknown): TimeFilter {
  return TIMES.find(([time]) => time === name)?.[0] ?? 'ALL_TIME';
}
