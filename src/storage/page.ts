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
