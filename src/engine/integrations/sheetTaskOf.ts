import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { accountIdSchema, variableIdSchema } from '../documents/optionMeaning.js';
import type { SheetFilter, SheetsEffect } from '../interpreter/effect.js';
import { field, optional } from '../fields/field.js';

const place = {
  credentialsId: optional(accountIdSchema, 'The account that may use the sheet.', {
    title: 'Account',
    credentials: 'google sheets',
  }),
  spreadsheetId: optional(z.string(), 'The document.', { title: 'Document' }),
  sheetId: optional(z.string(), 'The sheet in the document.', {
    title: 'Sheet',
    listedBy: ['credentialsId', 'spreadsheetId'],
  }),
};

const filterSchema = z.looseObject({
  comparisons: optional(
    z.array(
      z.looseObject({
        id: z.string().optional(),
        column: optional(z.string(), 'The column that is looked at.', {
          listedBy: ['credentialsId', 'spreadsheetId', 'sheetId'],
        }),
        comparisonOperator: optional(z.string(), 'How it is compared.', { title: 'Comparison' }),
        value: optional(z.string(), 'What it is compared with.'),
      }),
    ),
    'What a row must hold.',
  ),
  logicalOperator: optional(
    z.enum(['OR', 'AND']),
    'Whether one comparison is enough or all must hold.',
    {
      title: 'How many must hold',
      default: 'AND',
      labels: { OR: 'One is enough', AND: 'All of them' },
    },
  ),
});

const cellsSchema = z.array(
  z.looseObject({
    id: z.string(),
    column: optional(z.string(), 'The column to write to.', {
      listedBy: ['credentialsId', 'spreadsheetId', 'sheetId'],
    }),
    value: optional(z.string(), 'What to write.'),
  }),
);

/** The options of a block that uses a sheet, by its action. */
export const sheetsOptionsSchema = z.discriminatedUnion('action', [
  z.looseObject({
    ...place,
    action: optional(z.literal('Get data from sheet'), 'What it does.', {
      title: 'What it does',
      isOnCanvas: true,
    }),
    filter: optional(filterSchema, 'Which rows to read; all when absent.', { title: 'Rows' }),
    cellsToExtract: optional(
      z.array(
        z.looseObject({
          id: z.string(),
          column: optional(z.string(), 'The column to read.', {
            listedBy: ['credentialsId', 'spreadsheetId', 'sheetId'],
          }),
          variableId: optional(variableIdSchema, 'The variable to fill.'),
        }),
      ),
      'Which columns go into which variables.',
      { title: 'Saved variables' },
    ),
    totalRowsToExtract: optional(
      z.enum(['All', 'First', 'Last', 'Random']),
      'Which of the rows that match are read.',
      { default: 'All', title: 'Which of them' },
    ),
  }),
  z.looseObject({
    ...place,
    action: z
      .literal('Insert a row')
      .meta(field('What it does.', { title: 'What it does', isOnCanvas: true })),
    cellsToInsert: optional(cellsSchema, 'What the new row holds.', { title: 'Cells' }),
  }),
  z.looseObject({
    ...place,
    action: z
      .literal('Update a row')
      .meta(field('What it does.', { title: 'What it does', isOnCanvas: true })),
    cellsToUpsert: optional(cellsSchema, 'What to write.', { title: 'Cells' }),
    filter: optional(filterSchema, 'Which rows to write to; without one, none.', { title: 'Rows' }),
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
