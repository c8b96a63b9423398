import type { Here } from '../blocks/kind/block.js';
import type { SheetFilter, SheetsAsk } from '../interpreter/effect.js';
import type { SheetCells, SheetFilterOptions, SheetsOptions } from './sheetsOptions.js';

type Task = SheetsAsk['task'];

/** What a block wants done with its sheet, with everything filled in; undefined when that comes to nothing (engine §6.3). */
export function sheetTaskOf(options: SheetsOptions, here: Here): Task | undefined {
  switch (options.action) {
    case undefined:
      return undefined;
    case 'Get data from sheet':
      return readingOf(options, here);
    case 'Insert a row': {
      const values = valuesOf(options.cellsToInsert, here);
      return values && { action: 'insert', values };
    }
    case 'Update a row': {
      const values = valuesOf(options.cellsToUpsert, here);
      const { filter } = filterOf(options.filter, here);
      return values && filter && { action: 'update', values, filter };
    }
  }
}

function readingOf(
  options: Extract<SheetsOptions, { action?: 'Get data from sheet' | undefined }>,
  here: Here,
): Task | undefined {
  const { cellsToExtract = [], totalRowsToExtract: rows = 'All', filter } = options;
  const wanted = cellsToExtract.filter(({ variableId }) => variableId !== undefined);
  const names = wanted.map(({ column = '' }) => here.text(column)).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const columns = [...new Set(names)];
  return { action: 'get', columns, ...filterOf(filter, here), rows, chance: here.env.random() };
}

/** Cells without a column or a value are left out. */
function valuesOf(cells: SheetCells = [], here: Here): Record<string, string> | undefined {
  const filled = cells
    .map(({ column = '', value = '' }) => [here.text(column), here.text(value)])
    .filter((cell) => !cell.includes(''));
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Absent without a comparison: writing to all rows is nothing a flow can ask for by leaving something out. */
function filterOf(
  { comparisons = [], logicalOperator = 'AND' }: SheetFilterOptions = {},
  here: Here,
): { filter?: SheetFilter } {
  const filled = comparisons.flatMap(({ column, comparisonOperator, value = '' }) =>
    column && comparisonOperator
      ? [{ column: here.text(column), comparisonOperator, value: here.text(value) }]
      : [],
  );
  return filled.length === 0 ? {} : { filter: { logicalOperator, comparisons: filled } };
}
