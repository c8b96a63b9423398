import { quantilesOf, sample, shortOf } from './measure.js';
import { lineOf } from './table.js';
import type { Caller, Target } from './target.js';

/** What all callers do. */
export type Operation = 'startChat' | 'continueChat';

/** One of several targets that are compared. */
export interface Contestant {
  readonly name: string;
  readonly target: Target;
  /** PostgreSQL's processor time so far, in microseconds, and the length of its write-ahead log, in bytes. */
  readonly postgres?: () => Promise<readonly [cpu: number, wal: number]>;
}

/** The operation, the number of callers, and the seconds for each contestant. */
export interface Task {
  readonly operation: Operation;
  readonly callers: number;
  readonly seconds: number;
}

/** The rounds for each contestant, all in turn, with alternating order, so that other load affects all alike. */
const ROUNDS = 12;
/** The uncounted seconds at the beginning of each round. */
const WARM_UP = 0.3;
const FIGURES = ['calls/s', 'p50 ms', 'p99 ms', 'server µs', 'PostgreSQL µs', 'WAL bytes'] as const;

/** The figures of each round, as `FIGURES`; the last two are absent where `postgres` is. */
type Rounds = number[][];

/** The head of the table whose lines `compare` prints. */
export function headOf(): string {
  const head = ['operation', 'callers', 'of', ...FIGURES];
  return `${lineOf(head)}\n${lineOf(head.map((_, column) => (column % 2 || column > 2 ? '--:' : '---')))}`;
}

/**
 * Measures the contestants in turn and prints, for each, the median of each figure; from the second on also the median of its ratios
 * to the first one, with their quartiles. Returns the medians of the ratios of the last one.
 */
export async function compare(
  contestants: readonly Contestant[],
  { operation, callers, seconds }: Task,
): Promise<readonly number[]> {
  // The last one first: starting its chats may take long, and servers close idle connections.
  const opened: Awaited<ReturnType<typeof openCallers>>[] = [];
  for (const { target } of contestants.toReversed()) {
    opened.unshift(await openCallers(target, operation, callers));
  }
  const all = contestants.map((): Rounds => []);
  for (const calls of opened) await sample(calls.calls, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    const inOrder = [...contestants.entries()];
    for (const [place, contestant] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
      const calls = opened[place]?.calls ?? [];
      all[place]?.push(await measure(contestant, calls, seconds / ROUNDS));
    }
  }
  for (const { close } of opened) close();
  const [first = []] = all;
  let ratios: readonly number[] = [];
  for (const [place, rounds] of all.entries()) {
    const figures = (rounds[0] ?? []).map((_, figure) => {
      const values = valuesOf(rounds, figure);
      const before = valuesOf(first, figure);
      const ratio = quantilesOf(values.map((value, round) => value / (before[round] ?? NaN)));
      return { median: quantilesOf(values)(0.5), quartiles: [0.25, 0.5, 0.75].map(ratio) };
    });
    ratios = figures.map(({ quartiles }) => quartiles[1] ?? NaN);
    const texts = FIGURES.map((_, figure) => {
      const { median, quartiles: [low = 0, middle = 0, high = 0] = [] } = figures[figure] ?? {};
      if (median === undefined) return '–';
      const ratio = ` × ${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
      return `${shortOf(median)}${place > 0 ? ratio : ''}`;
    });
    console.log(lineOf([operation, String(callers), contestants[place]?.name ?? '', ...texts]));
  }
  return ratios;
}

/** Opens callers of a target, each with a chat if it is to be continued. */
export async function openCallers(target: Target, operation: Operation, count: number) {
  const callers = Array.from({ length: count }, () => target.openCaller());
  if (operation === 'continueChat') await Promise.all(callers.map((caller) => caller.start()));
  const callOf = (caller: Caller) => () =>
    operation === 'startChat' ? caller.start() : caller.continue();
  return {
    calls: callers.map(callOf),
    close() {
      for (const caller of callers) caller.close();
    },
  };
}

async function measure(
  { target, postgres }: Contestant,
  calls: readonly (() => Promise<void>)[],
  seconds: number,
): Promise<number[]> {
  const used = async () => [target.cpuTime(), ...((await postgres?.()) ?? [])];
  const before = await used();
  const { latencies, elapsed } = await sample(calls, seconds);
  const after = await used();
  const partOf = quantilesOf(latencies);
  const perCall = after.map((value, place) => (value - (before[place] ?? 0)) / latencies.length);
  return [latencies.length / (elapsed / 1000), partOf(0.5), partOf(0.99), ...perCall];
}

function valuesOf(rounds: Rounds, figure: number): number[] {
  return rounds.map((round) => round[figure] ?? NaN);
}
