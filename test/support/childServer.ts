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

/** A server in a process of its own, as `npm start` makes it. */
export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** All it has printed so far, line by line. */
  readonly lines: readonly string[];
  /** Sends a signal and settles with how the process ended, once all it printed is read: its exit code, or the name of the signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What is started: that of this repository, or what was installed in another folder. */
interface Program {
  readonly folder: string;
  readonly file: string;
}

const ours: Program = { folder: root, file: 'scripts/run.mjs' };

/** Starts it on its embedded PostgreSQL in `dataDir`, with these settings besides, and waits until it listens. */
export async function startChildServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  { folder, file } = ours,
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
 * Fills the data folder of a server with a migrated database, as if a server had been stopped that was never used: a new
 * database takes longer than most tests with it.
 */
export async function prepareData(dataDir: string): Promise<void> {
  const folder = process.env['TEST_FOLDER'] ?? '';
  const prepared = join(folder, 'prepared');
  if (!existsSync(prepared)) await makePrepared(folder, prepared);
  mkdirSync(dataDir, { recursive: true });
  // The files stay those of the user PostgreSQL runs as.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** Once in a test run; of two processes that do it at once the first one to end wins. */
async function makePrepared(folder: string, prepared: string): Promise<void> {
  const draft = mkdtempSync(join(folder, 'draft-'));
  // As root PostgreSQL runs as another user, who must be let in.
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

/** The first process of the embedded PostgreSQL of a server; 0 while none is named. */
export function postgresOf(dataDir: string): number {
  try {
    const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(file.split('\n')[0]);
  } catch {
    // It is deleted and written again while a server starts.
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
