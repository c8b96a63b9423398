import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

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
