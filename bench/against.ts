import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from './cells.js';
import { openLoadGenerator, type LoadGenerator, type Operation } from './loadGenerator.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf, sample } from './measure.js';
import type { Options } from './options.js';
import { exactCpuTimeOf, familyCpuTimeOf } from './processFacts.js';
import { publishBot } from './publishBot.js';
import type { Later } from './stage.js';
import { lineOf } from './table.js';
import type { Target, TargetName } from './target.js';
import { openTransports } from './transports.js';
import { startWholeServer, walBytes } from './wholeServer.js';

const here = fileURLToPath(new URL('../', import.meta.url));

/** How often each side is driven for a cell, one after the other. */
const ROUNDS = 12;

/** What is measured in each round, with its unit. */
const MEASURES = [
  'calls/s',
  'p50 ms',
  'p99 ms',
  'server µs',
  'PostgreSQL µs',
  'WAL bytes',
] as const;
type Round = readonly number[];

/** A built server on a PostgreSQL of its own. */
interface Side {
  readonly ways: readonly Target[];
  cpuTime(): number;
  postgresCpuTime(): number;
  walBytes(): Promise<number>;
}

/**
 * Builds a commit and drives its server and this tree's in turn, each on an embedded PostgreSQL of its own, in one run: what else the
 * machine does meets both alike. Prints, for each cell, the medians of both and the median of their ratios with its quartiles.
 */
export async function compareCommits(
  { ways, callers, seconds, json }: Options,
  commit: string,
  later: Later,
): Promise<void> {
  const machine = describeMachine();
  const theirs = await openSide(builtServerIn(buildCommit(commit, later)), later);
  const ours = await openSide(builtServerIn(here), later);
  const cells: Record<string, unknown>[] = [];
  console.log(`${machineLine(machine)}\n\n${lineOf(['operation', 'callers', 'way', ...MEASURES])}`);
  console.log(lineOf(['---', '--:', '---', ...MEASURES.map(() => '--:')]));
  for (const way of theirs.ways.map(({ name }) => name).filter((name) => ways.includes(name))) {
    for (const operation of operations) {
      for (const count of callers) {
        const what = { operation, callers: count };
        const rounds = await measureBoth([theirs, ours], way, what, seconds / ROUNDS);
        const compared = MEASURES.map((_, place) => compare(rounds, place));
        console.log(lineOf([operation, String(count), way, ...compared.map(textOf)]));
        cells.push({ ...what, way, compared });
      }
    }
  }
  if (json !== undefined) writeFileSync(json, JSON.stringify({ machine, commit, cells }, null, 2));
}

/** Checks a commit out into a folder of its own and builds it there; gives the folder. */
function buildCommit(commit: string, later: Later): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-against-'));
  later(() => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: here });
    rmSync(folder, { recursive: true, force: true });
  });
  run('git', ['worktree', 'add', '--quiet', '--force', '--detach', folder, commit], here);
  const isSame =
    readFileSync(join(folder, 'package-lock.json'), 'utf8') ===
    readFileSync(join(here, 'package-lock.json'), 'utf8');
  // The task installs what is missing, and leaves a link alone.
  if (isSame) symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
  run(process.execPath, ['scripts/run.mjs', 'build'], folder);
  return folder;
}

/** The server that a build made: earlier ones were not bundled. */
function builtServerIn(folder: string): string {
  const bundle = join(folder, 'bundle/main.js');
  return existsSync(bundle) ? bundle : join(folder, 'dist/main.js');
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

async function openSide(program: string, later: Later): Promise<Side> {
  const { server, postgresPid, database } = await startWholeServer(later, { program });
  return {
    ways: openTransports(server, await publishBot(server)),
    cpuTime: () => exactCpuTimeOf(server.pid),
    postgresCpuTime: () => familyCpuTimeOf(postgresPid),
    walBytes: () => walBytes(database),
  };
}

/** The rounds of each side, in pairs; the side that begins alternates. */
async function measureBoth(
  sides: readonly Side[],
  way: TargetName,
  what: { operation: Operation; callers: number },
  seconds: number,
): Promise<Round[][]> {
  const generators: LoadGenerator[] = [];
  try {
    for (const { ways } of sides) {
      const target = ways.find(({ name }) => name === way);
      if (target) generators.push(await openLoadGenerator(target, what));
    }
    for (const { calls } of generators) await sample(calls, 0.3, () => undefined);
    const rounds = sides.map((): Round[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const place of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const [side, generator] = [sides[place], generators[place]];
        if (side && generator) rounds[place]?.push(await measure(side, generator, seconds));
      }
    }
    return rounds;
  } finally {
    for (const generator of generators) generator.close();
  }
}

async function measure(side: Side, { calls }: LoadGenerator, seconds: number): Promise<Round> {
  const readAll = async () => [side.cpuTime(), side.postgresCpuTime(), await side.walBytes()];
  const before = await readAll();
  const { latencies, elapsed } = await sample(calls, seconds, () => undefined);
  const after = await readAll();
  const partOf = quantilesOf(latencies);
  const perCall = after.map((value, place) => (value - (before[place] ?? 0)) / latencies.length);
  return [latencies.length / (elapsed / 1000), partOf(0.5), partOf(0.99), ...perCall];
}

/** One measure of both sides, and ours divided by theirs. */
interface Compared {
  readonly theirs: number;
  readonly ours: number;
  /** The first quartile, the median and the third of the ratios of the rounds. */
  readonly ratios: readonly [number, number, number];
}

function compare([theirs = [], ours = []]: readonly Round[][], place: number): Compared {
  const valuesOf = (rounds: readonly Round[]) => rounds.map((round) => round[place] ?? 0);
  const [before, after] = [valuesOf(theirs), valuesOf(ours)];
  const partOf = quantilesOf(after.map((value, round) => value / (before[round] ?? 0)));
  return {
    theirs: quantilesOf(before)(0.5),
    ours: quantilesOf(after)(0.5),
    ratios: [partOf(0.25), partOf(0.5), partOf(0.75)],
  };
}

function textOf({ theirs, ours, ratios: [low, middle, high] }: Compared): string {
  const digits = theirs < 100 ? 2 : 0;
  const ratio = `× ${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  return `${theirs.toFixed(digits)} → ${ours.toFixed(digits)} ${ratio}`;
}
