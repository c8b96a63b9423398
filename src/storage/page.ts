/** A part of a list: its first rows after a key, or its last rows before one. */
export interface Slice<K> {
  readonly limit: number;
  readonly isBackward: boolean;
  readonly after?: K | undefined;
  readonly before?: K | undefined;
}

/** A part of a long list, in order, and whether there is more on either side. */
export interface Page<T, K = T> {
  readonly rows: readonly T[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** The cursors to continue from, before and after the page, where a scan ended before the page was full. */
  readonly beginsAt?: K;
  readonly endsAt?: K;
}

/**
 * The range, order and limit of a query for a part of a list that is ordered by a unique key. It reads one row more, which shows whether
 * there are others.
 */
export function readingOf<K>(
  { limit, isBackward, after, before }: Slice<K>,
  order: 'asc' | 'desc',
): { range: { $gt?: K; $lt?: K } | undefined; order: 'asc' | 'desc'; limit: number } {
  const [lower, upper] = order === 'asc' ? [after, before] : [before, after];
  const range = {
    ...(lower === undefined ? {} : { $gt: lower }),
    ...(upper === undefined ? {} : { $lt: upper }),
  };
  const opposite = order === 'asc' ? 'desc' : 'asc';
  return {
    range: lower === undefined && upper === undefined ? undefined : range,
    order: isBackward ? opposite : order,
    limit: limit + 1,
  };
}

/** The page of the rows that such a query found. */
export function pageFrom<T, K>(
  found: readonly T[],
  { limit, isBackward, after, before }: Slice<K>,
): Page<T> {
  const rows = found.slice(0, limit);
  const hasMore = found.length > limit;
  return {
    rows: isBackward ? rows.reverse() : rows,
    hasNextPage: isBackward ? before !== undefined : hasMore,
    hasPreviousPage: isBackward ? hasMore : after !== undefined,
  };
}

/** A place in a list that is sorted downward by a column, or by the id alone; the id decides between equal values. */
export interface Place {
  readonly id: string;
  /** As text; absent where the list is sorted by the id alone. */
  readonly value?: string;
}

/** A column by which a list can be sorted: its SQL, and the SQL of a place's value, which is `?`. */
export interface SortColumn {
  readonly sql: string;
  readonly value: string;
}

/** Names in the order in which people look for them, whatever the collation of the database. */
export const BY_NAME: SortColumn = { sql: 'name collate "und-x-icu"', value: '?::text' };

/** SQL for a part of a list that is sorted by a column and the id. */
export interface Keyset {
  /** That a row is between the bounds. */
  readonly between: string;
  /** The values for each `?` in it. */
  readonly values: readonly string[];
  /** What is sorted by. */
  readonly columns: readonly string[];
  readonly direction: 'asc' | 'desc';
}

/** The keyset of a slice; without a column, the list is sorted by the id alone. */
export function keysetOf(
  column: SortColumn | undefined,
  { after, before, isBackward }: Slice<Place>,
): Keyset {
  const [row, place] = column ? [`(${column.sql}, id)`, `(${column.value}, ?)`] : ['id', '?'];
  const valuesOf = ({ id, value = '' }: Place) => (column ? [value, id] : [id]);
  return {
    between: [
      'true',
      ...(after ? [`${row} < ${place}`] : []),
      ...(before ? [`${row} > ${place}`] : []),
    ].join(' and '),
    values: [...(after ? valuesOf(after) : []), ...(before ? valuesOf(before) : [])],
    columns: [...(column ? [column.sql] : []), 'id'],
    direction: isBackward ? 'asc' : 'desc',
  };
}

/** The same part of a list, if the list is read from its other end. */
export function flippedSlice<K>({ after, before, isBackward, limit }: Slice<K>): Slice<K> {
  return { limit, isBackward: !isBackward, after: before, before: after };
}

/** The page of a list from its other end. */
export function flippedPage<T, K>(page: Page<T, K>): Page<T, K> {
  const { rows, hasNextPage, hasPreviousPage, beginsAt, endsAt } = page;
  return {
    rows: rows.toReversed(),
    hasNextPage: hasPreviousPage,
    hasPreviousPage: hasNextPage,
    ...(endsAt !== undefined && { beginsAt: endsAt }),
    ...(beginsAt !== undefined && { endsAt: beginsAt }),
  };
}

/** The pages of several lists whose rows were read together, by the owner of each row, whose id is in the member `parent`. */
export function pagesBy<Parent extends string, T extends Readonly<Record<Parent, string>>, K>(
  parent: Parent,
  found: readonly T[],
  slice: Slice<K>,
): Map<string, Page<T>> {
  const lists = new Map<string, T[]>();
  for (const row of found) {
    const list = lists.get(row[parent]);
    if (list) list.push(row);
    else lists.set(row[parent], [row]);
  }
  return new Map([...lists].map(([id, rows]) => [id, pageFrom(rows, slice)]));
}
