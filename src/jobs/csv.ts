import { normalText } from '../engine/index.js';

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file (RFC 4180). No spreadsheet takes a cell for a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`;
}

/**
 * Cells with other common separators are quoted, too: a spreadsheet that splits there would begin a cell behind one.
 */
function quoted(cell: string): string {
  return /[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The beginning of a formula, with everything that spreadsheets may ignore or split at in front of it: blanks, control
 * and invisible characters (such as a byte order mark), separators and quotes
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^[\t\r\n]|^[\p{C}\p{Z}\s,;|"'`]*[=+\-@]/u;

/** Numbers and phone numbers stay as they are. */
const PLAIN_NUMBER = /^[+-]?\d[\d ]*([.,]\d+)?$/;

/** Puts an apostrophe in front of a cell that begins like a formula. Full-width signs count as the usual ones. */
function harmless(cell: string): string {
  const isFormula = FORMULA.test(normalText(cell, 'NFKC')) && !PLAIN_NUMBER.test(cell);
  return isFormula ? `'${cell}` : cell;
}
