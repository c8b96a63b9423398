import { measure, type Figures } from './measure.js';
import type { Caller, Way, WayName } from './way.js';

/** What is measured, how, and by how many callers at once. */
export interface Cell extends Figures {
  readonly operation: Operation;
  readonly callers: number;
  readonly way: WayName;
  /** Bytes the server held afterwards. */
  readonly memory: number | undefined;
}

/** What callers do, over and over. */
export type Operation = 'startChat' | 'continueChat';

const operations: readonly Operation[] = ['startChat', 'continueChat'];
const callerCounts = [1, 16, 64];

/**
 * Measures every operation by every number of callers and every way, one after the other. The ways of one row come
 * together, so that whatever else the machine does weighs on all of them alike.
 */
export async function measureCells(
  ways: readonly Way[],
  seconds: number,
  report: (cell: Cell) => void,
): Promise<Cell[]> {
  for (const way of ways) await measureCell(way, { operation: 'continueChat', callers: 16 }, 1);
  const cells: Cell[] = [];
  for (const operation of operations) {
    for (const callers of callerCounts) {
      for (const way of ways) {
        const cell = await measureCell(way, { operation, callers }, seconds);
        report(cell);
        cells.push(cell);
      }
    }
  }
  return cells;
}

/** Measures one operation with so many callers, each with a chat of its own. */
export async function measureCell(
  way: Way,
  what: Pick<Cell, 'operation' | 'callers'>,
  seconds: number,
): Promise<Cell> {
  const callers = Array.from({ length: what.callers }, () => way.openCaller());
  try {
    if (what.operation === 'continueChat') await Promise.all(callers.map((c) => c.start()));
    const calls = callers.map((caller) => callOf(caller, what.operation));
    const figures = await measure(calls, seconds, way.cpuTime);
    return { ...what, way: way.name, ...figures, memory: way.memory() };
  } finally {
    for (const caller of callers) caller.close();
  }
}

function callOf(caller: Caller, operation: Operation): () => Promise<void> {
  return operation === 'startChat' ? () => caller.start() : () => caller.continue();
}
