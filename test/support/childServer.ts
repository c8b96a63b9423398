import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { startEmbeddedPostgres } from '../../src/storage/postgres/embeddedPostgres.js';
import { FAST } from './testCluster.js';

/** A server in a child process, started as `npm start` does. */
export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** The lines that it has printed so far. */
  readonly lines: readonly string[];
  /** Sends a signal. Resolves when the process has ended and its output is read: with its exit code, or the name of the signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The program to start: that of this repository, or one that is installed in another folder. */
interface Program {
  readonly folder: string;
  readonly file: string;
}

const ownProgram: Program = { folder: root, file: 'scripts/run.mjs' };

/** Starts a server with an embedded PostgreSQL in `dataDir`, and waits until it listens; `settings` are added to its environment. */
export async function startChildServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  { folder, file } = ownProgram,
): Promise<ChildServer> {
  const { DATABASE_URL, ADMIN_TOKEN, ...environment } = process.env;
  const child = spawn(process.execPath, [file, 'start'], {
    cwd: folder,
    env: { ...environment, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const take = (line: string): void => {
      lines.push(line);
      const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    };
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', take);
    const fail = (code: unknown) =>
      reject(new Error(`The server ended with ${code}: ${lines.join('\n')}`));
    child.once('close', fail);
  });
  const end = async (signal: NodeJS.Signals): Promise<number | NodeJS.Signals> => {
    child.kill(signal);
    // One of the two is null.
    const [code, name] = (await ended) as [number | null, NodeJS.Signals];
    return code ?? name;
  };
  return { url, pid: child.pid ?? 0, lines, end };
}

/**
 * Fills the data folder of a server with a migrated, empty database. To make a new one takes longer than most tests that need
 * one.
 */
export async function prepareData(dataDir: string): Promise<void> {
  const folder = process.env['TEST_FOLDER'] ?? '';
  const prepared = join(folder, 'prepared');
  if (!existsSync(prepared)) await makePrepared(folder, prepared);
  mkdirSync(dataDir, { recursive: true });
  // `-a` keeps the owner of the files, which is the user that PostgreSQL runs as.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** Makes that database, once in a test run. If two processes do so at once, the first to end wins. */
async function makePrepared(folder: string, prepared: string): Promise<void> {
  const draft = mkdtempSync(join(folder, 'draft-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(draft, 0o755);
  const dataDir = join(draft, 'postgres');
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, settings: FAST });
  await migrateDatabase(connection.url);
  await stop();
  try {
    renameSync(draft, prepared);
  } catch (error) {
    if (!existsSync(prepared)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The id of the main process of a server's embedded PostgreSQL; 0 while its lock file is missing. */
export function postgresOf(dataDir: string): number {
  try {
    const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(file.split('\n')[0]);
  } catch {
    // The lock file is deleted and written again while a server starts.
    return 0;
  }
}

export function isRunning(pid: number): boolean {
  return pid > 0 && existsSync(`/proc/${pid}`);
}

export function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
