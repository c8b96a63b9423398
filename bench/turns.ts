import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, headOf, openCallers, type Contestant, type Operation } from './compare.js';
import { describeMachine, machineLine } from './machine.js';
import { sample } from './measure.js';
import type { Options } from './options.js';
import { familyCpuTimeOf } from './processFacts.js';
import { publishBot } from './publishBot.js';
import { openRaw } from './raw.js';
import { makeFolder, openStage, type Later } from './stage.js';
import { openTransports } from './transports.js';
import { startWholeServer, walBytes } from './wholeServer.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const operations: readonly Operation[] = ['startChat', 'continueChat'];
/** Seconds of load with each operation on each contestant before the measurement; by then its code is compiled. */
const FIRST_WARM_UP = 2;

/** Measures a turn on every target; or, with a commit, compares this tree with it on each transport. */
export async function benchTurns(options: Options, later: Later): Promise<void> {
  const { ways, callers: counts, seconds, against } = options;
  const groups = await (against === undefined ? openWays(later) : openCommits(against, later));
  const wanted = groups
    .map((group) => group.filter(({ target }) => ways.includes(target.name)))
    .filter(({ length }) => length > 0);
  for (const { target } of wanted.flat()) {
    for (const operation of operations) {
      const { calls, close } = await openCallers(target, operation, 16);
      await sample(calls, FIRST_WARM_UP);
      close();
    }
  }
  console.log(headOf());
  for (const group of wanted) {
    for (const operation of operations) {
      for (const callers of counts) await compare(group, { operation, callers, seconds });
    }
  }
}

/** The statements of a turn, and the transports of a server: one group, compared with the first of it. */
async function openWays(later: Later): Promise<Contestant[][]> {
  const { server, database } = await openStage(later);
  const publicId = await publishBot(server);
  const raw = await openRaw(database.url, publicId);
  later(raw.close);
  const all = [...raw.ways, ...openTransports(server, publicId)];
  return [all.map((target) => ({ name: target.name, target }))];
}

/**
 * Builds a commit, and starts its server and this tree's, each on an embedded PostgreSQL of its own: a group for each transport, with
 * the commit first.
 */
async function openCommits(commit: string, later: Later): Promise<Contestant[][]> {
  console.log(machineLine(describeMachine()));
  const theirs = await openSide(commit, build(commit, later), later);
  const ours = await openSide('this tree', root, later);
  return theirs.map((before, place) => [before, ...ours.slice(place, place + 1)]);
}

/** Checks a commit out into a folder of its own and builds it there; returns the folder. */
function build(commit: string, later: Later): string {
  const folder = join(makeFolder(later), 'tree');
  later(() => void spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root }));
  run('git', ['worktree', 'add', '--quiet', '--force', '--detach', folder, commit], root);
  const [lock, ours] = [folder, root].map((one) => readFileSync(join(one, 'package-lock.json')));
  // The build installs what is missing, and leaves a link alone.
  if (lock && ours?.equals(lock)) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  }
  run(process.execPath, ['scripts/run.mjs', 'build'], folder);
  return folder;
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

async function openSide(name: string, folder: string, later: Later): Promise<Contestant[]> {
  // Older commits are not bundled.
  const [bundle, unbundled] = ['bundle/main.js', 'dist/main.js'].map((path) => join(folder, path));
  const program = bundle && existsSync(bundle) ? bundle : (unbundled ?? '');
  const { server, postgresPid, database } = await startWholeServer(later, { program });
  const postgres = async () => [familyCpuTimeOf(postgresPid), await walBytes(database)] as const;
  const targets = openTransports(server, await publishBot(server));
  return targets.map((target) => ({ name: `${target.name}, ${name}`, target, postgres }));
}
