import { z } from 'zod';
import type { EffectResult } from '../../engine/index.js';
import type { CodeRunner } from '../codeRunner.js';
import type { EffectCall } from '../effectCall.js';
import { openSearch, type Search } from '../search.js';
import { type CallGoogle, type GooglePorts, openGoogle } from './callGoogle.js';

type Task<Action> = Extract<EffectCall<'sheets'>['effect']['task'], { action: Action }>;

/** A sheet opened for one task. */
interface Sheet {
  readonly call: CallGoogle;
  readonly search: Search;
  readonly path: string;
  readonly sheetId: number;
}

/**
 * Reads or writes rows of a sheet: one request reads the sheet, one writes all rows. Values are as the sheet displays them. The result
 * names columns that the sheet does not have. Rejects with a message for the author of the flow.
 */
export async function useSheet(
  ports: GooglePorts & { readonly code: CodeRunner },
  { effect, key, origin }: EffectCall<'sheets'>,
): Promise<EffectResult> {
  const { credentialsId, spreadsheetId, sheetId, task } = effect;
  if (!/^\d{1,10}$/.test(sheetId)) throw new Error('The sheet is not named by its number');
  const call = await openGoogle(ports, 'google sheets', { credentialsId, origin });
  const sheet = {
    call,
    search: openSearch(ports.code, key),
    path: `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}/values`,
    sheetId: Number(sheetId),
  };
  switch (task.action) {
    case 'get':
      return { ok: true, value: await getRows(sheet, task) };
    case 'insert':
      return { ok: true, value: await insertRow(sheet, task) };
    case 'update':
      return { ok: true, value: await updateRows(sheet, task) };
  }
}

async function getRows(sheet: Sheet, task: Task<'get'>) {
  const { columns, rows } = await readSheet(sheet);
  const selected = await select(sheet, rows, task.filter);
  const chosen = chooseRows(selected, task).map(({ row }) =>
    Object.fromEntries(task.columns.map((name) => [name, row.get(name.trim()) ?? ''])),
  );
  return { rows: chosen, missing: missingIn(columns, task.columns) };
}

function chooseRows<T>(rows: readonly T[], { rows: which, chance }: Task<'get'>): readonly T[] {
  if (which === 'All') return rows;
  const at = { First: 0, Last: rows.length - 1, Random: Math.floor(chance * rows.length) }[which];
  return rows.slice(at, at + 1);
}

/** Google finds the end of the table, so that two concurrent chats get two rows. */
async function insertRow({ call, path, sheetId }: Sheet, { values }: Task<'insert'>) {
  const { columns, range } = await readGrid(call, path, { ...FIRST_ROW, sheetId });
  const missing = missingIn(columns, Object.keys(values));
  const query =
    'valueInputOption=USER_ENTERED&insertDataOption=INSERT_ROWS&fields=updates.updatedRows';
  await call(`${path}/${encodeURIComponent(range)}:append?${query}`, {
    majorDimension: 'ROWS',
    values: [cellsOf(columns, values)],
  });
  return { missing };
}

async function updateRows(sheet: Sheet, { values, filter }: Task<'update'>) {
  const { columns, rows } = await readSheet(sheet);
  const missing = missingIn(columns, Object.keys(values));
  const cells = cellsOf(columns, values);
  const selected = await select(sheet, rows, filter);
  if (selected.length === 0) return { missing, updated: 0 };
  if (selected.length * cells.length > MOST_CELLS) throw new Error(TOO_MANY_CELLS);
  const { call, path, sheetId } = sheet;
  const columnRange = { sheetId, startColumnIndex: 0, endColumnIndex: cells.length };
  await call(`${path}:batchUpdateByDataFilter?fields=totalUpdatedRows`, {
    valueInputOption: 'USER_ENTERED',
    data: selected.map(({ index }) => ({
      dataFilter: { gridRange: { ...columnRange, startRowIndex: index, endRowIndex: index + 1 } },
      majorDimension: 'ROWS',
      values: [cells],
    })),
  });
  return { missing, updated: selected.length };
}

/** Cells of an update, at most, including those between the columns that it writes: larger requests are refused. */
const MOST_CELLS = 500_000;
const TOO_MANY_CELLS = 'The filter selects more rows than can be changed at once';

/** The row to send; null leaves a cell unchanged. */
function cellsOf(
  columns: readonly string[],
  values: Readonly<Record<string, string>>,
): (string | null)[] {
  const byColumn = new Map(Object.entries(values).map(([name, text]) => [name.trim(), text]));
  const known = columns.filter((name) => byColumn.has(name));
  if (known.length === 0) throw new Error('The sheet has none of these columns in its first row');
  const usedNames = new Set<string>();
  return columns.map((name) => {
    const text = usedNames.has(name) ? undefined : byColumn.get(name);
    usedNames.add(name);
    return text === undefined ? null : asTyped(text);
  });
}

function missingIn(columns: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(columns);
  return wanted.filter((name) => !known.has(name.trim()));
}

interface FoundRow {
  readonly row: SheetRow;
  /** Its index in the sheet, from 0. */
  readonly index: number;
}

async function select(
  { search }: Sheet,
  rows: readonly FoundRow[],
  filter: Task<'get'>['filter'],
): Promise<readonly FoundRow[]> {
  const isSelected = await selectedBy(
    filter,
    rows.map(({ row }) => row),
    search,
  );
  return rows.filter((_row, at) => isSelected[at]);
}

async function readSheet({ call, path, sheetId }: Sheet) {
  const { columns, rows } = await readGrid(call, path, { sheetId });
  // Reversed, so that the first of two columns with the same name counts. Built once for all rows: a sheet may have 18,278 columns.
  const places = new Map(columns.map((name, place) => [name, place] as const).reverse());
  const foundRows = rows.flatMap((cells, at): FoundRow[] => {
    if (cells.every((cell) => cell === '')) return [];
    return [{ row: { get: (column) => cells[places.get(column) ?? -1] }, index: at + 1 }];
  });
  return { columns, rows: foundRows };
}

const FIRST_ROW = { startRowIndex: 0, endRowIndex: 1 };

const gridSchema = z.object({
  valueRanges: z
    .tuple([
      z.object({
        valueRange: z.object({
          range: z.string(),
          values: z.array(z.array(z.coerce.string())).default([]),
        }),
      }),
    ])
    .rest(z.unknown()),
});

/** The texts of the first row of a sheet, which name its columns. */
export async function readColumns(
  call: CallGoogle,
  spreadsheetId: string,
  sheetId: number,
): Promise<readonly string[]> {
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}/values`;
  return (await readGrid(call, path, { ...FIRST_ROW, sheetId })).columns;
}

/** Reads a range of a sheet, which is identified by its number, because that stays when the sheet is renamed. */
async function readGrid(call: CallGoogle, path: string, gridRange: object) {
  const answer = await call(`${path}:batchGetByDataFilter?fields=valueRanges.valueRange`, {
    dataFilters: [{ gridRange }],
    majorDimension: 'ROWS',
    valueRenderOption: 'FORMATTED_VALUE',
  });
  const grid = gridSchema.safeParse(answer).data;
  if (!grid) throw new Error('Google answered with something else than the rows of a sheet');
  const { range, values } = grid.valueRanges[0].valueRange;
  const [head = [], ...rows] = values;
  return { range, columns: head.map((name) => name.trim()), rows };
}

/**
 * A text as a person would type it into a cell, in which the sheet recognises numbers and dates. Formulas become text, because a visitor
 * may have written them; so do numbers with a leading plus, such as phone numbers, which would lose it.
 */
function asTyped(text: string): string {
  return /^\s*(['=+@]|-(?![\d\s.,]*%?$))/.test(text) ? `'${text}` : text;
}

/** A row, with cells as the sheet displays them. */
interface SheetRow {
  /** The cell in the column of this name. */
  get(column: string): string | undefined;
}

type SheetTask = EffectCall<'sheets'>['effect']['task'];
type SheetFilter = NonNullable<Extract<SheetTask, { action: 'get' }>['filter']>;
type Comparison = SheetFilter['comparisons'][number];

/** Whether the filter selects each row; without a filter all are selected. */
async function selectedBy(
  filter: SheetFilter | undefined,
  rows: readonly SheetRow[],
  search: Search,
): Promise<readonly boolean[]> {
  if (!filter) return rows.map(() => true);
  const verdicts = await Promise.all(
    filter.comparisons.map((comparison) => verdictsOf(comparison, rows, search)),
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

/** The comparisons. Numbers are parsed from the displayed cell: `12 €` is 12. */
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
