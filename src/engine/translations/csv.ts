import { TRANSLATION_STATES } from '../documents/translations.js';
import { type FileText, NoTranslationFile } from './translationFile.js';

const COLUMNS = ['path', 'source', 'text', 'state'] as const;

/** The texts as CSV: a line each, every cell in quotes, so that each text comes back as it is. */
export function csvOf(texts: readonly FileText[]): string {
  const lines = texts.map(({ path, source, text, state }) => [
    path,
    source,
    text ?? '',
    state ?? '',
  ]);
  return [[...COLUMNS], ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/**
 * The texts in a CSV as people send it back: columns may be in any order and others beside them, cells without quotes, lines may end in LF.
 * Throws `NoTranslationFile` where a column is missing. Runs in steps.
 */
export function* textsOfCsv(csv: string): Generator<undefined, FileText[]> {
  const rows = rowsOf(csv.replace(/^\uFEFF/, ''));
  const head: readonly string[] = rows.next().value ?? [];
  if (!['path', 'source', 'text'].every((name) => head.includes(name)))
    throw new NoTranslationFile('The first line must name the columns path, source and text');
  const texts: FileText[] = [];
  for (const row of rows) {
    if (texts.length % ROWS_A_STEP === 0) yield;
    const cell = (name: (typeof COLUMNS)[number]): string => row[head.indexOf(name)] ?? '';
    const state = TRANSLATION_STATES.find((one) => one === cell('state')) ?? null;
    const [path, source] = [cell('path'), cell('source')];
    if (path !== '') texts.push({ path, source, text: cell('text') || null, state });
  }
  return texts;
}

const ROWS_A_STEP = 1_000;

/** A cell in quotes or without, and what ends it: a comma, the end of a line, or that of the file. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function* rowsOf(csv: string): Generator<string[], undefined> {
  CELL.lastIndex = 0;
  let row: string[] = [];
  let at = 0;
  while (at < csv.length) {
    CELL.lastIndex = at;
    const found = CELL.exec(csv);
    if (!found)
      throw new NoTranslationFile(`The cell at character ${at} has a quote in the wrong place`);
    const [whole, inQuotes, plain = '', end] = found;
    row.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    at += whole.length;
    if (end === ',') continue;
    yield row;
    row = [];
  }
}
