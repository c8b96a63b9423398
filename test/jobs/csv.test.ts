import { describe, expect, test } from '@jest/globals';
import { csvLine } from '../../src/jobs/exportResults.js';

/** The cells of one line, as spreadsheets with this separator split it, quotes respected. */
function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === separator && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${sign === '"' ? '' : sign}`);
  }
  return cells;
}

const signs = [...'=+-@', ...'＝＋－＠', ...'﹦﹢﹣﹫'];
const before = ['', ' ', '\t', '\r', '\n', '\uFEFF', '\u00A0', '\u3000', '\u200B', '\u2066'];
const separators = [',', ';', '|', '"', "'", '","', '";', '\t;', '\uFEFF ;', '" , "'];

describe('a cell of a table', () => {
  test.each(signs)('that begins like a formula with %s is not a formula', (sign) => {
    for (const lead of [...before, ...separators, ...before.map((one) => `${one};${one}`)]) {
      const line = csvLine([`${lead}${sign}1+1`]);
      expect([lead, /^"?'/.test(line)]).toEqual([lead, true]);
    }
  });

  test('stays one cell if tables are split at other separators', () => {
    for (const separator of [',', ';', '\t', '|']) {
      for (const text of [`a${separator}=1`, `a"${separator}"=1`, `a"${separator}=1`]) {
        const [cell, ...others] = cellsOf(csvLine([text]).trimEnd(), separator);
        expect([separator, cell?.startsWith('a'), others]).toEqual([separator, true, []]);
      }
    }
  });

  test('is read to its end, though it is a million combining marks', () => {
    const line = csvLine([`=${'\u0315\u0301'.repeat(500_000)}`]);
    expect(line.startsWith(`'=`)).toBe(true);
  });

  test.each(['Ada', '-5', '+33 6 12', '3,5', 'a=b', 'me@example.com', '1-2', '😀', ''])(
    'that says %s stays as it is',
    (text) => {
      expect(csvLine([text]).replaceAll('"', '')).toBe(`${text}\r\n`);
    },
  );
});
