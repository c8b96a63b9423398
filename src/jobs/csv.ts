/** What tells spreadsheets that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file (RFC 4180). No cell is taken for a formula by a spreadsheet that opens it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`;
}

/** Cells with other separators than ours are quoted, too: a spreadsheet that splits there would begin a cell behind one. */
function quoted(cell: string): string {
  return /[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * What begins a formula, with all that spreadsheets may overlook or split at in front of it: blanks, control characters and
 * what nobody sees (a byte order mark for one), separators and quotes
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^[\t\r\n]|^[\p{C}\p{Z}\s,;|"'`]*[=+\-@]/u;

/** Numbers and phone numbers are left as they are. */
const PLAIN_NUMBER = /^[+-]?\d[\d ]*([.,]\d+)?$/;

/** A cell that begins like a formula gets an apostrophe in front. Full-width signs count as the usual ones. */
function harmless(cell: string): string {
  const isFormula = FORMULA.test(cell.normalize('NFKC')) && !PLAIN_NUMBER.test(cell);
  return isFormula ? `'${cell}` : cell;
}
