import type { EffectCall } from '../effectCall.js';
import type { Search } from '../search.js';

/** The cells of a row, as the sheet shows them. */
export interface SheetRow {
  /** The cell in the column of this name. */
  get(column: string): string | undefined;
}

type SheetTask = EffectCall<'sheets'>['effect']['task'];
type SheetFilter = NonNullable<Extract<SheetTask, { action: 'get' }>['filter']>;
type Comparison = SheetFilter['comparisons'][number];

/** Which of the rows a filter selects: all of them without one. */
export async function selectedBy(
  filter: SheetFilter | undefined,
  rows: readonly SheetRow[],
  search: Search,
): Promise<readonly boolean[]> {
  if (!filter) return rows.map(() => true);
  const verdicts = await Promise.all(
    filter.comparisons.map((one) => verdictsOf(one, rows, search)),
  );
  const isOne = filter.logicalOperator === 'OR';
  return rows.map((_row, index) =>
    isOne ? verdicts.some((of) => of[index]) : verdicts.every((of) => of[index]),
  );
}

async function verdictsOf(
  { column, comparisonOperator, value }: Comparison,
  rows: readonly SheetRow[],
  search: Search,
): Promise<readonly (boolean | undefined)[]> {
  const cells = rows.map((row) => row.get(column.trim()) ?? '');
  const isNegated = comparisonOperator === 'Does not match regex';
  if (isNegated || comparisonOperator === 'Matches regex') {
    const found = await search(value, cells);
    return found.map((isFound) => isFound !== isNegated);
  }
  const test = TESTS.get(comparisonOperator);
  if (!test) throw new Error(`There is no comparison "${comparisonOperator.slice(0, 100)}"`);
  return cells.map((cell) => test(cell, value));
}

/** Numbers are compared as the cell shows them: `12 €` is 12. */
const TESTS = new Map<string, (cell: string, value: string) => boolean>([
  ['Equal to', (cell, value) => cell === value],
  ['Not equal', (cell, value) => cell !== value],
  ['Contains', (cell, value) => value !== '' && folded(cell).includes(folded(value))],
  [
    'Does not contain',
    (cell, value) => cell !== '' && (value === '' || !folded(cell).includes(folded(value))),
  ],
  ['Greater than', (cell, value) => parseFloat(cell) > parseFloat(value)],
  ['Less than', (cell, value) => parseFloat(cell) < parseFloat(value)],
  ['Greater or equal to', (cell, value) => parseFloat(cell) >= parseFloat(value)],
  ['Less or equal to', (cell, value) => parseFloat(cell) <= parseFloat(value)],
  ['Is set', (cell) => cell !== ''],
  ['Is empty', (cell) => cell === ''],
  ['Starts with', (cell, value) => value !== '' && folded(cell).startsWith(folded(value))],
  ['Ends with', (cell, value) => value !== '' && folded(cell).endsWith(folded(value))],
]);

function folded(text: string): string {
  return text.trim().toLowerCase();
}
