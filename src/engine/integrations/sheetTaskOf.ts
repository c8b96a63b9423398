import type { BlockContext } from '../blocks/kind/block.js';
import type { SheetFilter, SheetsEffect } from '../interpreter/effect.js';
import type { SheetCells, SheetFilterOptions, SheetsOptions } from './sheetsOptions.js';

type Task = SheetsEffect['task'];

/** The task of a block that uses a sheet, with everything filled in; undefined when nothing is to be done. */
export function sheetTaskOf(options: SheetsOptions, context: BlockContext): Task | undefined {
  switch (options.action) {
    case undefined:
      return undefined;
    case 'Get data from sheet':
      return readingOf(options, context);
    case 'Insert a row': {
      const values = valuesOf(options.cellsToInsert, context);
      return values && { action: 'insert', values };
    }
    case 'Update a row': {
      const values = valuesOf(options.cellsToUpsert, context);
      const { filter } = filterOf(options.filter, context);
      return values && filter && { action: 'update', values, filter };
    }
  }
}

function readingOf(
  options: Extract<SheetsOptions, { action?: 'Get data from sheet' | undefined }>,
  context: BlockContext,
): Task | undefined {
  const { cellsToExtract = [], totalRowsToExtract: rows = 'All', filter } = options;
  const wanted = cellsToExtract.filter(({ variableId }) => variableId !== undefined);
  const names = wanted.map(({ column = '' }) => context.text(column)).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const columns = [...new Set(names)];
  return {
    action: 'get',
    columns,
    ...filterOf(filter, context),
    rows,
    chance: context.env.random(),
  };
}

/** Cells without a column or a value are left out. */
function valuesOf(
  cells: SheetCells = [],
  context: BlockContext,
): Record<string, string> | undefined {
  const filled = cells
    .map(({ column = '', value = '' }) => [context.text(column), context.text(value)] as const)
    .filter((cell) => !cell.includes(''));
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Undefined without a comparison: a flow cannot write to all rows by leaving something out. */
function filterOf(
  { comparisons = [], logicalOperator = 'AND' }: SheetFilterOptions = {},
  context: BlockContext,
): { filter?: SheetFilter } {
  const filled = comparisons.flatMap(({ column, comparisonOperator, value = '' }) =>
    column && comparisonOperator
      ? [{ column: context.text(column), comparisonOperator, value: context.text(value) }]
      : [],
  );
  return filled.length === 0 ? {} : { filter: { logicalOperator, comparisons: filled } };
}
