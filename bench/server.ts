import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { exactCpuTimeOf, memoryOf } from './processFacts.js';

/** A server process for the bench, built from `src` and configured as in production. */
export interface BenchServer {
  readonly port: number;
  readonly pid: number;
  /** The owner's token. */
  readonly token: string;
  /** Microseconds of processor time so far. */
  cpuTime(): number;
  /** Resident memory, in bytes. */
  memory(): number;
  /** Stops it (SIGTERM); resolves with its exit code, or the name of the signal that ended it. */
  stop(): Promise<number | string>;
  /** Kills it (`kill -9`). */
  kill(): Promise<void>;
}

/** The options of a server. */
export interface ServerOptions {
  /** Settings besides those of every bench. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The program for Node; the built server when absent. */
  readonly program?: string;
}

const builtServer = fileURLToPath(new URL('../bundle/main.js', import.meta.url));
/** The program of `npm start`. */
const chosenNode = fileURLToPath(new URL('../scripts/node.sh', import.meta.url));
const token = 'the-owner-of-this-bench-server';

/**
 * Starts the server on a free port; `nodeArgs` are for Node itself. On its embedded PostgreSQL when `databaseUrl` is
 * empty: then `DATA_DIR` among the settings says where. Fails with its output when it ends at once.
 */
export async function startServer(
  databaseUrl: string,
  nodeArgs: readonly string[] = [],
  { settings: more = {}, program = builtServer }: ServerOptions = {},
): Promise<BenchServer> {
  // Its working folder is there too, so that it reads no `.env` of the user.
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const child = spawn('sh', [chosenNode, ...nodeArgs, program], {
    cwd: folder,
    env: { ...systemSettings(), ...settings(databaseUrl, folder), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? ''));
  });
  const end = async (signal: NodeJS.Signals): Promise<number | string> => {
    child.kill(signal);
    const how = await ended;
    rmSync(folder, { recursive: true, force: true });
    return how;
  };
  const stop = (): Promise<number | string> => end('SIGTERM');
  const kill = async (): Promise<void> => void (await end('SIGKILL'));
  const port = await portOf(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const pid = child.pid ?? 0;
  const [cpuTime, memory] = [() => exactCpuTimeOf(pid), () => memoryOf(pid)];
  return { port, pid, token, cpuTime, memory, stop, kill };
}

function settings(databaseUrl: string, folder: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    ADMIN_TOKEN: token,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
}

/** The variables that any program needs; settings of the user's own server are left out. */
function systemSettings(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, LANG, TMPDIR, NODE_COMPILE_CACHE };
}

/** Parses the port from the line with the server's address. */
function portOf(child: ChildProcess): Promise<number> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [, port] = /listening on http:\/\/[^:]+:(\d+)/.exec(printed) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
  });
}

/** Options for Node by which a server can be asked for its memory in use: it collects all garbage on SIGUSR2. */
export const COLLECTING = [
  '--expose-gc',
  '--import',
  "data:text/javascript,process.on('SIGUSR2', () => globalThis.gc())",
];

/** The resident memory of a server with these options, without garbage, in bytes. */
export async function heldBy({ pid, memory }: BenchServer): Promise<number> {
  for (let time = 0; time < 2; time += 1) {
    process.kill(pid, 'SIGUSR2');
    await wait(1_500);
  }
  return memory();
}
