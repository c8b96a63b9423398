import { flippedPage, flippedSlice, type Page, type Place, type Slice } from '../storage/page.js';

/** The name of an order: a column and a direction. */
type Order<Column extends string> = `${Column}_ASC` | `${Column}_DESC`;

/** An order as it is read: lists are stored sorted downward, and read from the other end for the upward order. */
export interface ReadOrder<Column extends string> {
  readonly by: Column;
  readonly isUpward: boolean;
}

/** The column and the direction of an order. */
export function orderOf<Column extends string>(orderBy: Order<Column>): ReadOrder<Column> {
  const by = orderBy.replace(/_(ASC|DESC)$/, '') as Column; // What is left of the name.
  return { by, isUpward: orderBy.endsWith('_ASC') };
}

/** Loads a page of a list in an order. `load` reads the list downward. */
export async function loadOrdered<T, K, P>(
  { isUpward }: Pick<ReadOrder<string>, 'isUpward'>,
  slice: Slice<K>,
  load: (slice: Slice<K>) => Promise<Page<T, P>>,
): Promise<Page<T, P>> {
  return isUpward ? flippedPage(await load(flippedSlice(slice))) : load(slice);
}

/** The columns that are in the order of ids, whose cursors are ids alone. */
const BY_ID = 'CREATED_AT';

/** The text in the cursor of a row of a list that is sorted by this column. `valueOf` gives the value there, as text. */
export function placeText<T extends { readonly id: string }>(
  by: string,
  valueOf: (row: T) => string,
): (row: T) => string {
  return (row) => (by === BY_ID ? row.id : `${by} ${row.id} ${valueOf(row)}`);
}

/** Reads such a text; undefined for the cursor of another list or another order. */
export function placeInCursor(by: string): (text: string) => Place | undefined {
  return (text) => {
    if (by === BY_ID) return /^\w{1,100}$/.test(text) ? { id: text } : undefined;
    const [, named, id, value] = /^([A-Z_]+) (\w{1,100}) (.*)$/s.exec(text) ?? [];
    if (named !== by || id === undefined || value === undefined) return undefined;
    return isValueOf(by, value) ? { id, value } : undefined;
  };
}

/** Whether the database can read a text as a value of this column. */
function isValueOf(by: string, text: string): boolean {
  if (by === 'BYTES') return /^\d{1,15}$/.test(text);
  if (by !== 'UPDATED_AT') return !text.includes('\0');
  const at = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
}
