import type { Cell } from './cells.js';
import type { TargetName } from './target.js';

const HEAD = [
  ...['operation', 'callers', 'way', 'calls/s', '× raw', '× write', 'p50 ms', 'p99 ms'],
  ...['CPU µs/call', 'RSS MB'],
];
const MEGABYTE = 1024 ** 2;
const NONE = '–';

/** The cells as a Markdown table that also reads well in a terminal. */
export function tableOf(cells: readonly Cell[]): string {
  const rows = [HEAD, ...cells.map((cell) => rowOf(cell, cells))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => lineOf(row.map((text, column) => pad(text, column, widths))));
  const rule = lineOf(widths.map((width, column) => ruleOf(width, column)));
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** One cell as a short text, for progress. */
export function progressOf(cell: Cell): string {
  const { operation, callers, way, perSecond, p50, p99 } = cell;
  const who = `${operation}, ${callers} caller${callers === 1 ? '' : 's'}, ${way}`;
  return `${who}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
}

function rowOf(cell: Cell, cells: readonly Cell[]): string[] {
  return [
    cell.operation,
    String(cell.callers),
    cell.way,
    cell.perSecond.toFixed(0),
    shareOf('raw', cell, cells),
    shareOf('write', cell, cells),
    cell.p50.toFixed(2),
    cell.p99.toFixed(2),
    cell.cpuPerCall?.toFixed(0) ?? NONE,
    cell.memory === undefined ? NONE : (cell.memory / MEGABYTE).toFixed(0),
  ];
}

/** The rate as a part of that of another target. */
function shareOf(name: TargetName, cell: Cell, cells: readonly Cell[]): string {
  const other = cells.find(
    ({ way, operation, callers }) =>
      way === name && operation === cell.operation && callers === cell.callers,
  );
  return other ? (cell.perSecond / other.perSecond).toFixed(2) : NONE;
}

/** Text aligned left, figures aligned right. */
const isFigure = (column: number): boolean => column === 1 || column > 2;

function pad(text: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return isFigure(column) ? text.padStart(width) : text.padEnd(width);
}

function ruleOf(width: number, column: number): string {
  return isFigure(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
}

/** A row of a Markdown table. */
export function lineOf(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}
