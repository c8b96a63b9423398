import { figuresOf, sample, type Figures, type Sample } from './measure.js';
import { openLoadGenerator, type Operation, type LoadGenerator } from './loadGenerator.js';
import type { Options } from './options.js';
import type { Target, TargetName } from './target.js';

/** What is measured, how, and by how many concurrent callers. */
export interface Cell extends Figures {
  readonly operation: Operation;
  readonly callers: number;
  readonly way: TargetName;
  /** Bytes the server held afterwards. */
  readonly memory: number | undefined;
}

export const operations: readonly Operation[] = ['startChat', 'continueChat'];

/**
 * The number of parts in which a cell is measured, alternating with the other targets, so that other load of the
 * machine affects all alike.
 */
const ROUNDS = 10;
/** How long each target is driven without counting, in seconds: once at the beginning, and before each cell. */
const FIRST_WARM_UP = 2;
const WARM_UP = 0.3;

/** Measures every operation with every number of callers on every target, each for some seconds. */
export async function measureCells(
  ways: readonly Target[],
  { seconds, callers: counts }: Pick<Options, 'seconds' | 'callers'>,
  report: (cell: Cell) => void,
): Promise<Cell[]> {
  await withGenerators(ways, { operation: 'continueChat', callers: 16 }, async (generators) => {
    // One after the other here, too: a connection that is idle for long is closed.
    await measureRow(generators, FIRST_WARM_UP);
  });
  const rows = operations.flatMap((operation) => counts.map((callers) => ({ operation, callers })));
  const cells: Cell[] = [];
  for (const row of rows) {
    // A start is one write in any case.
    const asked = ways.filter(({ name }) => name !== 'write' || row.operation === 'continueChat');
    const measured = await withGenerators(asked, row, (generators) =>
      measureRow(generators, seconds),
    );
    for (const [index, way] of asked.entries()) {
      const figures = figuresOf(measured[index] ?? []);
      const cell = { ...row, way: way.name, ...figures, memory: way.memory() };
      report(cell);
      cells.push(cell);
    }
  }
  return cells;
}

/** The samples of each load generator. */
async function measureRow(
  generators: readonly LoadGenerator[],
  seconds: number,
): Promise<Sample[][]> {
  for (const generator of generators) await drive(generator, WARM_UP);
  const samples = generators.map((): Sample[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, generator] of generators.entries()) {
      samples[index]?.push(await drive(generator, seconds / ROUNDS));
    }
  }
  return samples;
}

function drive({ calls, way }: LoadGenerator, seconds: number): Promise<Sample> {
  return sample(calls, seconds, way.cpuTime);
}

async function withGenerators<T>(
  ways: readonly Target[],
  row: Pick<Cell, 'operation' | 'callers'>,
  work: (generators: readonly LoadGenerator[]) => Promise<T>,
): Promise<T> {
  const generators = await Promise.all(ways.map((way) => openLoadGenerator(way, row)));
  try {
    return await work(generators);
  } finally {
    for (const generator of generators) generator.close();
  }
}
