import { z } from 'zod';
import { accountIdSchema, variableIdSchema } from '../documents/optionMeaning.js';

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
export type SheetFilterOptions = z.infer<typeof filterSchema>;

/** Cells to write. */
export type SheetCells = z.infer<typeof cellsSchema>;
