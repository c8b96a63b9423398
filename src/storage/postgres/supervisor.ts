import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresHome } from './postgresHome.js';
import { findForeignPid, STARTED_BY } from './postmaster.js';

/** How PostgreSQL is started. */
export interface LaunchOptions {
  readonly port: number;
  /** Server settings by their names in postgresql.conf, on top of the defaults. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Told in a sentence when it ended by itself. */
  readonly tell: (sentence: string) => void;
}

/** A PostgreSQL that is looked after. */
export interface KeptPostgres {
  /** The folder of its unix socket. */
  readonly host: string;
  stop(): Promise<void>;
}

/** First and longest wait, in milliseconds, before it is started again. */
const [FIRST_WAIT, LONGEST_WAIT] = [50, 5_000] as const;

/**
 * Starts PostgreSQL and starts it again, on the same socket, whenever it ends before it is stopped: killed for its memory,
 * say. What was committed is there again. Rejects when the first start fails.
 */
export async function keepPostgres(
  home: PostgresHome,
  options: LaunchOptions,
): Promise<KeptPostgres> {
  const host = mkdtempSync(join(tmpdir(), 'parley-pg-'));
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = await launch(home, host, options);
  const keep = async (): Promise<void> => {
    for (;;) {
      await running.ended;
      if (signal.aborted) return;
      options.tell('The embedded PostgreSQL ended unexpectedly; it is started again.');
      const again = await insist(() => launch(home, host, options), signal);
      if (!again) return;
      running = again;
      // Told to stop in the very moment it started.
      if (signal.aborted) running.end();
    }
  };
  const keeping = keep();
  const stop = (): Promise<void> => {
    stopping.abort();
    running.end();
    return keeping;
  };
  return { host, stop };
}

/** Tries until it succeeds or is wanted no more: processes of the old one may hold on to its memory for a moment. */
async function insist<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let pause: number = FIRST_WAIT; ; pause = Math.min(pause * 2, LONGEST_WAIT)) {
    if (signal.aborted) return undefined;
    try {
      return await attempt();
    } catch {
      await wait(pause, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}

/**
 * The shell between us and postgres: it stops postgres when its input ends, which happens when
 * `stop` is called and also when this process dies without a word (`kill -9`), and it ends when
 * postgres ends. Arguments: the socket folder to remove afterwards, the process of another program that the lock file names or
 * nothing, then the command. A lock file that names this process counts for stale with PostgreSQL, as it does for pg_ctl; a
 * folder whose shared memory is in use is refused even so.
 */
const watchdog = `
sockets=$1; export PG_GRANDPARENT_PID="$2"; shift 2
exec 3<&0
"$@" </dev/null 3<&- & server=$!
(read line <&3; kill -INT $server) & watcher=$!
trap "" INT TERM HUP
wait $server; code=$?
kill -9 $watcher 2>/dev/null
rm -rf "$sockets"
exit $code`;

/** PostgreSQL from one start to its end. */
interface Launched {
  readonly ended: Promise<void>;
  /** Ends it in good order. */
  end(): void;
}

async function launch(
  { dataDir, native, owner }: PostgresHome,
  host: string,
  { port, settings }: LaunchOptions,
): Promise<Launched> {
  mkdirSync(host, { recursive: true });
  chmodSync(host, 0o700);
  if (owner) chownSync(host, owner.uid, owner.gid);
  const defaults = { listen_addresses: '', max_connections: 100, log_line_prefix: '' };
  const mark = { [STARTED_BY]: process.pid };
  const flags = Object.entries({ ...defaults, ...settings, ...mark }).map(
    ([key, value]) => `${key}=${value}`,
  );
  const where = ['-D', dataDir, '-k', host, '-p', String(port)];
  const command = [
    join(native, 'bin/postgres'),
    ...where,
    ...flags.flatMap((flag) => ['-c', flag]),
  ];
  const foreign = String(findForeignPid(dataDir) ?? '');
  const shell = spawn('/bin/sh', ['-c', watchdog, 'sh', host, foreign, ...command], {
    ...owner,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((done) => shell.once('exit', () => done()));
  await waitUntilReady(shell);
  shell.unref();
  const end = (): void => {
    shell.ref();
    shell.stdin?.end();
  };
  return { ended, end };
}

async function waitUntilReady(shell: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((ready, fail) => {
    shell.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('ready to accept connections')) ready();
    });
    shell.once('error', fail);
    shell.once('exit', (code) => fail(new Error(`postgres ended with ${code}: ${output.trim()}`)));
  });
  // Nobody reads its log from here on, and an open pipe would keep this process from ending.
  shell.stderr?.destroy();
}
