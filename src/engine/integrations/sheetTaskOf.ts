import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { accountIdSchema, variableIdSchema } from '../documents/optionMeaning.js';
import type { SheetFilter, SheetsEffect } from '../interpreter/effect.js';

const place = {
  credentialsId: accountIdSchema.optional().describe('The account that may use the sheet.'),
  spreadsheetId: z.string().optional().describe('The document.'),
  sheetId: z.string().optional().describe('The sheet in the document.'),
};

const filterSchema = z.looseObject({
  comparisons: z
    .array(
      z.looseObject({
        id: z.string().optional(),
        column: z.string().optional().describe('The column that is looked at; a template.'),
        comparisonOperator: z.string().optional().describe('How it is compared.'),
        value: z.string().optional().describe('What it is compared with; a template.'),
      }),
    )
    .optional()
    .describe('What a row must hold.'),
  logicalOperator: z
    .enum(['OR', 'AND'])
    .optional()
    .describe('Whether one comparison is enough or all must hold; `AND` when absent.'),
});

const cellsSchema = z.array(
  z.looseObject({
    id: z.string(),
    column: z.string().optional().describe('The column to write to; a template.'),
    value: z.string().optional().describe('What to write; a template.'),
  }),
);

/** The options of a block that uses a sheet, by its action. */
export const sheetsOptionsSchema = z.discriminatedUnion('action', [
  z.looseObject({
    ...place,
    action: z.literal('Get data from sheet').describe('What it does.').optional(),
    filter: filterSchema.optional().describe('Which rows to read; all when absent.'),
    cellsToExtract: z
      .array(
        z.looseObject({
          id: z.string(),
          column: z.string().optional().describe('The column to read; a template.'),
          variableId: variableIdSchema.optional().describe('The variable to fill.'),
        }),
      )
      .optional()
      .describe('Which columns go into which variables.'),
    totalRowsToExtract: z
      .enum(['All', 'First', 'Last', 'Random'])
      .optional()
      .meta({ description: 'Which of the rows that match are read.', default: 'All' }),
  }),
  z.looseObject({
    ...place,
    action: z.literal('Insert a row').describe('What it does.'),
    cellsToInsert: cellsSchema.optional().describe('What the new row holds; values are templates.'),
  }),
  z.looseObject({
    ...place,
    action: z.literal('Update a row').describe('What it does.'),
    cellsToUpsert: cellsSchema.optional().describe('What to write; values are templates.'),
    filter: filterSchema.optional().describe('Which rows to write to; without one, none.'),
  }),
]);

/** The options of a block that uses a sheet. */
export type SheetsOptions = z.infer<typeof sheetsOptionsSchema>;

/** The rows that are selected. */
type SheetFilterOptions = z.infer<typeof filterSchema>;

/** Cells to write. */
type SheetCells = z.infer<typeof cellsSchema>;

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
