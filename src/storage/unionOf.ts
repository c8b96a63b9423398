/** A query builder of MikroORM. */
interface Unites<Query> {
  unionAll(...others: Query[]): unknown;
}

/** One query of several of the same columns, each with its own order and limit. There is at least one. */
export function unionOf<Query extends Unites<Query>>(
  queries: readonly Query[],
): ReturnType<Query['unionAll']> {
  const [first, ...others] = queries;
  if (!first) throw new Error('A union needs a query');
  return first.unionAll(...others) as ReturnType<Query['unionAll']>; // Its own method gives it.
}
