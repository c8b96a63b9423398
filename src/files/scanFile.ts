import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Semaphore, withTimeout } from 'async-mutex';
import { Failure } from '../errors/errors.js';
import type { Log } from '../log/log.js';

/**
 * Scans the file whose bytes `open` returns for viruses. Fails with `UPLOAD_INFECTED`, and with `UNAVAILABLE` where the scanner gives no
 * result.
 */
export type Scan = (open: () => Promise<Readable>) => Promise<void>;

/** A program with its first arguments; the path of a file is the last one. */
type Command = readonly string[];

/** Files that one process scans at the same time. */
const AT_ONCE = 4;

/** The time limit of a scan, and of the wait for its turn, in milliseconds. */
const WITHIN = 60_000;

/** The exit code of a scanner that has found a virus, as those of ClamAV (`man clamdscan`); 0 means that there is none. */
const INFECTED = 1;

/** The scan of this installation; undefined where no command is set for it. */
export function openScan(
  command: Command | undefined,
  log: Pick<Log, 'error'>,
  within = WITHIN,
): Scan | undefined {
  if (!command) return undefined;
  const places = withTimeout(new Semaphore(AT_ONCE), within, noAnswer());
  return async (open) => {
    const scan = async () => inOwnFile(await open(), async (file) => run(command, file, within));
    const isInfected = await places.runExclusive(scan).catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      log.error({ err: error }, 'an upload could not be scanned');
      throw noAnswer();
    });
    if (isInfected)
      throw new Failure('UPLOAD_INFECTED', 'The virus scan found a virus in the file');
  };
}

/** Calls `use` with a copy that nobody but this user can open: a scanner needs a file, which an object in a bucket is not. */
async function inOwnFile<T>(content: Readable, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-scan-'));
  try {
    const file = path.join(folder, 'upload');
    await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a scanner calls a file infected. It gets no environment, because that of this server contains secrets. */
async function run([program = '', ...words]: Command, file: string, within: number) {
  const options = { env: {}, timeout: within, killSignal: 'SIGKILL' } as const;
  return new Promise<boolean>((resolve, reject) => {
    execFile(program, [...words, file], options, (error) => {
      if (error && error.code !== INFECTED) reject(error);
      else resolve(error !== null);
    });
  });
}

function noAnswer(): Failure {
  return new Failure('UNAVAILABLE', 'The file could not be scanned for viruses; try again later');
}
