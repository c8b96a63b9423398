/** What tells spreadsheets that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file (RFC 4180). No cell is taken for a formula by a spreadsheet that opens it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A cell that begins like a formula gets an apostrophe in front; a plain number or phone number is none. */
function harmless(cell: string): string {
  const isFormula = /^[=+\-@\t\r\n]/.test(cell) && !/^[+-]?\d[\d ]*([.,]\d+)?$/.test(cell);
  return isFormula ? `'${cell}` : cell;
}
