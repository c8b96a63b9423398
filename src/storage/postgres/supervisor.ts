import {
  appendFileSync,
  existsSync,
  renameSync,
  statSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
} from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresHome } from './postgresHome.js';
import { findForeignPid, STARTED_BY } from './postmaster.js';

/** The messages of the embedded PostgreSQL. */
interface Messages {
  readonly file: string;
  add(text: string): void;
  /** The last lines, which may show why it ended. */
  last(): string;
}

/** The most bytes of a file; there are at most two files. */
const FILE_HOLDS = 1_000_000;

/** The most lines and characters that `last` returns. */
const [LINES_SHOWN, SHOWN] = [10, 2_000] as const;

/** Appends messages to a file. A full file is renamed to `….1`, in place of an older one, and a new file begins. */
export function openMessages(file: string): Messages {
  let tail = '';
  const keep = (text: string): void => {
    if (existsSync(file) && statSync(file).size > FILE_HOLDS) renameSync(file, `${file}.1`);
    appendFileSync(file, text, { mode: 0o600 });
  };
  return {
    file,
    add(text) {
      tail = `${tail}${text}`.slice(-SHOWN);
      try {
        keep(text);
      } catch {
        // PostgreSQL may be reporting that the disk is full.
      }
    },
    last: () => tail.trim().split('\n').slice(-LINES_SHOWN).join('\n'),
  };
}

/** Options of a start of PostgreSQL. */
interface LaunchOptions {
  readonly port: number;
  /** Server settings by their names in postgresql.conf, on top of the defaults. */
  readonly settings: Readonly<Record<string, string | number>>;
  /** Called with a sentence when PostgreSQL ended unexpectedly. */
  readonly tell: (sentence: string) => void;
}

/** A supervised PostgreSQL. */
interface KeptPostgres {
  /** The folder of its unix socket. */
  readonly host: string;
  stop(): Promise<void>;
}

/** The most characters of its messages in the error when it does not start. */
const OUTPUT = 10_000;

/** The first and the longest wait before it is started again, in milliseconds. */
const [FIRST_WAIT, LONGEST_WAIT] = [50, 5_000] as const;

/**
 * Starts PostgreSQL, and starts it again on the same socket whenever it ends before it is stopped, for example because the system killed it
 * for its memory. Committed data is there again. Rejects when the first start fails.
 */
export async function keepPostgres(
  home: PostgresHome,
  options: LaunchOptions,
): Promise<KeptPostgres> {
  const host = mkdtempSync(join(tmpdir(), 'parley-pg-'));
  const stopping = new AbortController();
  const { signal } = stopping;
  const messages = openMessages(`${home.dataDir}.log`);
  const start = () => launch(home, { ...options, host, messages });
  let running = await start();
  const keep = async (): Promise<void> => {
    for (;;) {
      await running.ended;
      if (signal.aborted) return;
      const output = `\n${messages.last()}\nMore is in ${messages.file}`;
      options.tell(
        `The embedded PostgreSQL ended unexpectedly; it is started again. It said:${output}`,
      );
      const again = await retry(start, { signal, tell: options.tell });
      if (!again) return;
      running = again;
      // `stop` was called at the moment of the start.
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

/**
 * Retries until it succeeds or is aborted: processes of the previous PostgreSQL may hold its memory for a moment. Reports the failure once
 * the wait is the longest.
 */
async function retry<T>(
  attempt: () => Promise<T>,
  { signal, tell }: Pick<LaunchOptions, 'tell'> & { readonly signal: AbortSignal },
): Promise<T | undefined> {
  for (
    let pause: number = FIRST_WAIT, isReported = false;
    ;
    pause = Math.min(pause * 2, LONGEST_WAIT)
  ) {
    if (signal.aborted) return undefined;
    try {
      return await attempt();
    } catch (error) {
      if (pause === LONGEST_WAIT && !isReported) tell(`It does not start: ${String(error)}`);
      isReported ||= pause === LONGEST_WAIT;
      await wait(pause, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}

/**
 * The shell between this process and postgres. It stops postgres when its input ends, which happens when `stop` is called and also when
 * this process is killed (`kill -9`), and it ends when postgres ends. Arguments: the socket folder to remove afterwards; the process id of
 * another program that the lock file names, or an empty text; the command. PostgreSQL treats a lock file with this process id as stale
 * (pg_ctl sets the same variable); it still refuses a folder whose shared memory is in use.
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

interface Launched {
  readonly ended: Promise<void>;
  end(): void;
}

/** Settings of its log: it shows why PostgreSQL ends, but no statements and none of their values. */
const MESSAGES = {
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Half of PostgreSQL's default. What does not fit is in the cache of the operating system, which other programs can reclaim. */
const MEMORY = { shared_buffers: '64MB' };

type Launching = LaunchOptions & { readonly host: string; readonly messages: Messages };

async function launch(
  { dataDir, native, owner }: PostgresHome,
  { host, port, settings, messages }: Launching,
): Promise<Launched> {
  mkdirSync(host, { recursive: true });
  chmodSync(host, 0o700);
  if (owner) chownSync(host, owner.uid, owner.gid);
  const defaults = { listen_addresses: '', max_connections: 100, ...MEMORY, ...MESSAGES };
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
  await waitUntilReady(shell, messages);
  shell.unref();
  const end = (): void => {
    shell.ref();
    shell.stdin?.end();
  };
  return { ended, end };
}

interface Unreferenced {
  unref(): void;
}

async function waitUntilReady(shell: ChildProcess, messages: Messages): Promise<void> {
  let output = '';
  const { stderr } = shell;
  await new Promise<void>((ready, fail) => {
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      messages.add(text);
      output = `${output}${text}`.slice(-OUTPUT);
      if (output.includes('ready to accept connections')) ready();
    });
    shell.once('error', fail);
    shell.once('exit', (code) => fail(new Error(`postgres ended with ${code}: ${output.trim()}`)));
  });
  // Later messages are kept, too, but must not keep this process from ending.
  (stderr as Unreferenced | null)?.unref(); // Node makes the pipe of a child a socket.
}
