import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The main process of a PostgreSQL, from the lock file in its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: string;
  /** The folder of its unix socket. */
  readonly host: string;
  /** The process id of the server that started it; undefined if another program did, or it cannot be read. */
  readonly startedBy: number | undefined;
  /** Whether the server that started it is gone, so that nothing will end it. */
  readonly isOrphan: boolean;
}

/** A setting that PostgreSQL ignores: the process id of the server that started it, for later servers. */
export const STARTED_BY = 'parley.started_by';

/** The PostgreSQL that runs on this data folder, if any. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const found = readLockFile(dataDir);
  if (!found || isForeign(found)) return undefined;
  const { pid, port, host } = found;
  return { pid, port, host, ...ownerOf(pid) };
}

/** The process id in the lock file, if it belongs to another program: PostgreSQL is gone, and its id was reused. */
export function findForeignPid(dataDir: string): number | undefined {
  const found = readLockFile(dataDir);
  return found && isForeign(found) ? found.pid : undefined;
}

/** Begins a fast shutdown, which rolls back open transactions; does not wait for it. */
export function endPostmaster({ pid }: Postmaster): void {
  signal(pid, 'SIGINT');
}

interface LockFile {
  readonly pid: number;
  /** The data folder as PostgreSQL received it. */
  readonly folder: string;
  readonly port: string;
  readonly host: string;
}

/** Reads `postmaster.pid`; undefined unless a process with its id exists. */
function readLockFile(dataDir: string): LockFile | undefined {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [first, folder = '', , port = '', host = ''] = readFileSync(file, 'utf8').split('\n');
  const pid = Number(first);
  return pid > 0 && signal(pid, 0) ? { pid, folder, port, host } : undefined;
}

/** Whether a process is another program. One that cannot be inspected counts as PostgreSQL. */
function isForeign({ pid, folder }: LockFile): boolean {
  const self = describeProcess(pid);
  return self !== undefined && !`${self.command} `.includes(`/postgres -D ${folder} `);
}

/**
 * The server that started a PostgreSQL, and whether it is gone. The parent of a PostgreSQL is the shell that watches it, and the parent of
 * the shell is the server, until one of them is killed. A PostgreSQL without our setting was started by another program and is left alone.
 */
function ownerOf(pid: number): Pick<Postmaster, 'startedBy' | 'isOrphan'> {
  const self = describeProcess(pid);
  const [, digits] = new RegExp(`${STARTED_BY}=(\\d+)`).exec(self?.command ?? '') ?? [];
  const startedBy = digits === undefined ? undefined : Number(digits);
  const shell = self && describeProcess(self.parent);
  const isOrphan = startedBy !== undefined && shell !== undefined && shell.parent !== startedBy;
  return { startedBy, isOrphan };
}

/** Sends a signal; 0 only checks. False where there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

interface ProcessFacts {
  readonly parent: number;
  /** Its arguments, separated by spaces; empty for a zombie. */
  readonly command: string;
}

/** The parent and command of a process; undefined if it is gone or cannot be inspected. */
function describeProcess(pid: number): ProcessFacts | undefined {
  try {
    return existsSync('/proc/self/stat') ? readProc(pid) : askPs(pid);
  } catch {
    return undefined;
  }
}

function readProc(pid: number): ProcessFacts {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may contain anything; the state and the parent follow it.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return { parent: Number(parent), command };
}

function askPs(pid: number): ProcessFacts | undefined {
  const args = ['-ww', '-o', 'ppid=,args=', '-p', String(pid)];
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8' });
  const [, parent, command] = /^\s*(\d+)\s+(.*)/s.exec(stdout) ?? [];
  return command === undefined ? undefined : { parent: Number(parent), command };
}
