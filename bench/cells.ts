import { figuresOf, sample, type Figures, type Sample } from './measure.js';
import { openParty, type Operation, type LoadGenerator } from './loadGenerator.js';
import type { Way, TargetName } from './target.js';

/** What is measured, how, and by how many callers at once. */
export interface Cell extends Figures {
  readonly operation: Operation;
  readonly callers: number;
  readonly way: TargetName;
  /** Bytes the server held afterwards. */
  readonly memory: number | undefined;
}

const operations: readonly Operation[] = ['startChat', 'continueChat'];
const callerCounts = [1, 16, 64];

/** A cell is measured in so many stretches, in turn with the other ways: what else the machine does weighs on all alike. */
const ROUNDS = 10;
/** How long each way is driven uncounted, in seconds: once at the beginning, and before each cell. */
const FIRST_WARM_UP = 2;
const WARM_UP = 0.3;

/** Measures every operation by every number of callers and every way, each for so many seconds. */
export async function measureCells(
  ways: readonly Way[],
  seconds: number,
  report: (cell: Cell) => void,
): Promise<Cell[]> {
  await withParties(ways, { operation: 'continueChat', callers: 16 }, async (parties) => {
    // In turn here too: a connection that waits for the others for long is closed.
    await measureRow(parties, FIRST_WARM_UP);
  });
  const rows = operations.flatMap((operation) =>
    callerCounts.map((callers) => ({ operation, callers })),
  );
  const cells: Cell[] = [];
  for (const row of rows) {
    // A start is one write in any case.
    const asked = ways.filter(({ name }) => name !== 'write' || row.operation === 'continueChat');
    const measured = await withParties(asked, row, (parties) => measureRow(parties, seconds));
    for (const [index, way] of asked.entries()) {
      const figures = figuresOf(measured[index] ?? []);
      const cell = { ...row, way: way.name, ...figures, memory: way.memory() };
      report(cell);
      cells.push(cell);
    }
  }
  return cells;
}

/** The samples of each party. */
async function measureRow(parties: readonly LoadGenerator[], seconds: number): Promise<Sample[][]> {
  for (const party of parties) await drive(party, WARM_UP);
  const samples = parties.map((): Sample[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, party] of parties.entries()) {
      samples[index]?.push(await drive(party, seconds / ROUNDS));
    }
  }
  return samples;
}

function drive({ calls, way }: LoadGenerator, seconds: number): Promise<Sample> {
  return sample(calls, seconds, way.cpuTime);
}

async function withParties<T>(
  ways: readonly Way[],
  row: Pick<Cell, 'operation' | 'callers'>,
  work: (parties: readonly LoadGenerator[]) => Promise<T>,
): Promise<T> {
  const parties = await Promise.all(ways.map((way) => openParty(way, row)));
  try {
    return await work(parties);
  } finally {
    for (const party of parties) party.close();
  }
}
