import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuTimeOf, memoryOf } from './processFacts.js';

/** A server process of the bench's own, built from `src` and set as in production. */
export interface BenchServer {
  readonly port: number;
  /** The owner's token. */
  readonly token: string;
  cpuTime(): number | undefined;
  memory(): number | undefined;
  /** Ends it in good order. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const token = 'the-owner-of-this-bench-server';

/** Starts the server on a free port; `nodeArgs` are for Node itself. Fails with what it printed when it ends at once. */
export async function startServer(
  databaseUrl: string,
  nodeArgs: readonly string[] = [],
): Promise<BenchServer> {
  // Also its working folder, so that no `.env` of the user's has a say.
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const child = spawn(process.execPath, [...nodeArgs, program], {
    cwd: folder,
    env: { ...systemSettings(), ...settings(databaseUrl, folder) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const port = await portOf(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const pid = child.pid ?? 0;
  return { port, token, cpuTime: () => cpuTimeOf(pid), memory: () => memoryOf(pid), stop };
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

/** What any program needs to find its way; settings of a server the user runs are left behind. */
function systemSettings(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return { PATH, HOME, LANG, TMPDIR };
}

/** Reads the port out of the line that says where the server listens. */
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
