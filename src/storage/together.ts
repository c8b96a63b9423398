/** A statement and its values, `$1` the first of them. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * One statement of several selects of the same columns. Each keeps its own order and limit, and is planned for its own values; a lateral
 * join would be planned once, for the average of all.
 */
export function together(queries: readonly Query[]): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts = queries.map((query) => {
    const before = values.length;
    values.push(...query.values);
    return `(${query.text.replace(/\$(\d+)/g, (_, n: string) => `$${before + Number(n)}`)})`;
  });
  const [only] = queries;
  return { text: only && queries.length === 1 ? only.text : texts.join(' union all '), values };
}
