import { describe, expect, test } from '@jest/globals';
import { sheets } from '../../../../src/engine/blocks/integrations/sheets.js';
import { effectsIn } from '../../../support/valueAfter.js';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { viewOf } from '../../../support/viewOf.js';

const place = { credentialsId: 'c', spreadsheetId: 's', sheetId: '0' };
const variables = { Name: 'Ada', Column: 'Age', X: 'before', Y: null };
const cell = (column: string | undefined, rest: object) => ({ id: 'c', column, ...rest });
const filter = {
  comparisons: [
    { id: '1', column: '{{Column}}', comparisonOperator: 'Equal to', value: '{{Name}}' },
    { id: '2', column: 'Empty', comparisonOperator: 'Is set' },
    { id: '3', column: 'No operator' },
    { id: '4', comparisonOperator: 'Is set' },
  ],
};
const filled = {
  logicalOperator: 'AND',
  comparisons: [
    { column: 'Age', comparisonOperator: 'Equal to', value: 'Ada' },
    { column: 'Empty', comparisonOperator: 'Is set', value: '' },
  ],
};
const reading = {
  ...place,
  action: 'Get data from sheet',
  cellsToExtract: [
    cell('{{Column}}', { variableId: 'vX' }),
    cell('Name', { variableId: 'vY' }),
    cell('Name', {}),
    cell(undefined, { variableId: 'vY' }),
  ],
};

function taskOf(options: object): unknown {
  const [asked] = effectsIn(
    { type: 'Google Sheets', options: { ...place, ...options } },
    variables,
  );
  return asked?.kind === 'sheets' ? asked.task : asked;
}

test('a sheet without some of the columns is used as far as it goes, and a log names them', () => {
  const missing = ['Phone'];
  expect(played(reading, { rows: [{ Age: '36', Name: 'Grace' }], missing })).toEqual([
    'log: error: The sheet does not have all the columns',
    'bot: 36, Grace',
  ]);
  expect(played(reading, { rows: [], missing })).toEqual([
    'log: error: The sheet does not have all the columns',
    'log: info: No row of the sheet matches',
    'bot: before, ',
  ]);
  const cellsToInsert = [cell('Name', { value: 'x' })];
  const insert = { ...place, action: 'Insert a row', cellsToInsert };
  expect(played(insert, { missing })[0]).toBe(
    'log: error: The sheet does not have all the columns',
  );
});

function played(options: object | undefined, value?: unknown): string[] {
  const block = { type: 'Google Sheets', ...(options && { options }) };
  const flow = flowOf({ variables, groups: { Start: [block, say('{{X}}, {{Y}}')] } });
  return transcript(flow, [], value === undefined ? {} : { answer: () => ({ ok: true, value }) });
}

describe('a sheet', () => {
  test('is asked for the columns that are stored, of the rows that match', () => {
    expect(
      effectsIn({ type: 'Google Sheets', options: { ...reading, filter } }, variables),
    ).toEqual([
      {
        kind: 'sheets',
        ...place,
        task: {
          action: 'get',
          columns: ['Age', 'Name'],
          filter: filled,
          rows: 'All',
          chance: expect.any(Number),
        },
      },
    ]);
    expect(taskOf({ ...reading, totalRowsToExtract: 'Last' })).toEqual({
      action: 'get',
      columns: ['Age', 'Name'],
      rows: 'Last',
      chance: expect.any(Number),
    });
  });

  test('gets a row with the cells that have a column and a value', () => {
    const cellsToInsert = [
      cell('Name', { value: '{{Name}}' }),
      cell('Nothing', { value: '{{Y}}' }),
      cell('Absent', {}),
      cell(undefined, { value: 'x' }),
    ];
    expect(taskOf({ action: 'Insert a row', cellsToInsert })).toEqual({
      action: 'insert',
      values: { Name: 'Ada' },
    });
  });

  test('is changed only in the rows that match', () => {
    const cellsToUpsert = [cell('Name', { value: 'Bob' })];
    const update = { action: 'Update a row', cellsToUpsert };
    expect(taskOf({ ...update, filter: { ...filter, logicalOperator: 'OR' } })).toEqual({
      action: 'update',
      values: { Name: 'Bob' },
      filter: { ...filled, logicalOperator: 'OR' },
    });
    expect(taskOf(update)).toBeUndefined();
    expect(taskOf({ ...update, filter, cellsToUpsert: [] })).toBeUndefined();
  });

  test('gives texts for one row, lists for several, and changes nothing for none', () => {
    const one = { rows: [{ Age: '36', Name: 'Ada' }] };
    const two = {
      rows: [
        { Age: '36', Name: 'Ada' },
        { Age: '', Name: 'Bob' },
      ],
    };
    expect(played({ ...reading, cellsToExtract: reading.cellsToExtract.slice(0, 2) }, one)).toEqual(
      ['bot: 36, Ada'],
    );
    expect(played({ ...reading, cellsToExtract: reading.cellsToExtract }, two)).toEqual([
      'bot: ["36",""], ["Ada","Bob"]',
    ]);
    for (const none of [{ rows: [] }, 'nonsense']) {
      expect(played(reading, none)).toEqual([
        'log: info: No row of the sheet matches',
        'bot: before, ',
      ]);
    }
  });

  test('lets the flow go on after it was written, or could not be reached', () => {
    const insert = { ...place, action: 'Insert a row', cellsToInsert: [cell('A', { value: 'a' })] };
    expect(played(insert, {})).toEqual(['bot: before, ']);
    expect(played(insert)).toEqual([
      'log: error: The sheet could not be read or written',
      'bot: before, ',
    ]);
  });

  test('is not used if the block has no options, and a log says so', () => {
    const { spreadsheetId: _spreadsheet, ...withoutSpreadsheet } = reading;
    const { sheetId: _sheet, ...withoutSheet } = reading;
    const { credentialsId: _credentials, ...withoutCredentials } = reading;
    const bare = { ...place, action: 'Get data from sheet' };
    const noCells = { ...place, action: 'Insert a row' };
    const noChange = { ...place, action: 'Update a row' };
    for (const options of [
      undefined,
      {},
      place,
      bare,
      noCells,
      noChange,
      withoutSpreadsheet,
      withoutSheet,
    ]) {
      expect(played(options)).toEqual([
        'log: info: Skipped block Start.1: what to do with which sheet is not set up',
        'bot: before, ',
      ]);
    }
    expect(played(withoutCredentials)).toEqual([
      'log: error: The sheet was left alone: its credentials are missing',
      'bot: before, ',
    ]);
  });

  test('lets the flow go on after a result that no option asked for', () => {
    const { context } = viewOf();
    const answer = { ok: true, value: { rows: [{ A: '1' }] } } as const;
    const block = { id: 'b', type: 'Google Sheets' as const };
    expect(sheets.resume?.(answer, block, context)).toEqual({ go: 'next' });
    const options = { action: 'Get data from sheet' as const };
    expect(sheets.resume?.(answer, { ...block, options }, context)).toEqual({
      go: 'next',
      set: [],
    });
  });
});
