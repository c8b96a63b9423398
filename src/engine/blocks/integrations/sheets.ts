import { z } from 'zod';
import {
  defineBlock,
  type BlockContext,
  type BlockResult,
  type VariableWrite,
} from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import { failureLog } from '../../interpreter/failureLog.js';
import type { Log } from '../../reply/reply.js';
import {
  type SheetsOptions,
  sheetsOptionsSchema,
  sheetTaskOf,
} from '../../integrations/sheetTaskOf.js';
import { toValue } from '../../values/value.js';

/** Reads rows of a sheet, adds one or changes some. */
export const sheets = defineBlock({
  type: 'Google Sheets',
  family: 'integration',
  label: 'Google Sheets',
  icon: 'table',
  searchWords: ['spreadsheet', 'rows', 'excel', 'google'],
  summary: 'Reads, adds or changes rows of a sheet.',
  leaves: 'What is looked for, and the cells to write, go to Google.',
  repeats:
    'Reading and updating are done again with the same outcome; a row may be inserted twice.',
  example: {
    options: {
      credentialsId: 'cred_1',
      spreadsheetId: 'sheet_1',
      sheetId: '0',
      action: 'Insert a row',
      cellsToInsert: [{ id: '1', column: 'Name', value: '{{Name}}' }],
    },
  },
  schema: schemaOf('Google Sheets', sheetsOptionsSchema),
  faults: noFaults,
  services: () => ['sheets'],
  enter: ({ id, options = {} }, context) => {
    const task = sheetTaskOf(options, context);
    const { credentialsId, spreadsheetId, sheetId } = options;
    if (!task || !spreadsheetId || !sheetId) {
      const description = `Skipped block ${id}: what to do with which sheet is not set up`;
      return { go: 'next', logs: [{ status: 'info', description }] };
    }
    if (!credentialsId) {
      return { go: 'next', logs: [{ status: 'error', description: NO_CREDENTIALS }] };
    }
    return {
      go: 'outside',
      effect: { kind: 'sheets', credentialsId, spreadsheetId, sheetId, task },
    };
  },
  resume: (answer, { options = {} }, context) => {
    if (!answer.ok) return { go: 'next', logs: [failureLog(FAILURE, answer.error)] };
    const missing = missingLogs(answer.value);
    const result = options.action === READING ? takeRows(options, answer.value, context) : NEXT;
    return missing.length === 0
      ? result
      : { ...result, logs: [...missing, ...(result.logs ?? [])] };
  },
});

const NEXT: BlockResult = { go: 'next' };
const NO_CREDENTIALS = 'The sheet was left alone: its credentials are missing';
const FAILURE = 'The sheet could not be read or written';
const NO_ROWS = 'No row of the sheet matches';
const READING = 'Get data from sheet';

const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });

type ReadOptions = Extract<SheetsOptions, { action?: typeof READING | undefined }>;

const missingSchema = z.object({ missing: z.array(z.string()) });

/** The rest of the task is done, so that renaming one column loses no rows. */
function missingLogs(value: unknown): Log[] {
  const missing = missingSchema.safeParse(value).data?.missing ?? [];
  return missing.length === 0
    ? []
    : [failureLog('The sheet does not have all the columns', missing.join(', '))];
}

/** One row sets values, several rows set lists; none changes nothing. */
function takeRows(
  { cellsToExtract = [] }: ReadOptions,
  value: unknown,
  context: BlockContext,
): BlockResult {
  const rows = rowsSchema.safeParse(value).data?.rows ?? [];
  if (rows.length === 0) return { go: 'next', logs: [{ status: 'info', description: NO_ROWS }] };
  const set = cellsToExtract.flatMap(({ column, variableId }): VariableWrite[] => {
    if (!column || variableId === undefined) return [];
    const cells = rows.map((row) => row[context.text(column)]);
    return [{ variableId, value: toValue(cells.length === 1 ? cells[0] : cells) }];
  });
  return { go: 'next', set };
}
