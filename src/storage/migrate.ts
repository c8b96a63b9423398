import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig, type Pool } from 'pg';
import { StartError } from '../errors/errors.js';
import { outageIn } from '../errors/outage.js';
import { RENUMBER_LOG } from './foldCounts.js';

const ownMigrations = fileURLToPath(new URL('./migrations/', import.meta.url));

/** A numbered SQL file, which runs once, whole, and never changes afterwards. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The folder of the files, and a callback for when migrating takes longer. */
export interface MigrateOptions {
  readonly directory?: string;
  readonly tell?: (sentence: string) => void;
}

/**
 * Brings a database (its URL, or pg's settings) to the layout of this build: runs the files of `migrations/` that were not applied yet, in
 * order, each in a transaction of its own. Servers that start together take turns; `tell` is called if this one waits. If a server dies in
 * the middle of a file, the next one begins with that file. Prepares the counts of a database that was restored from a dump. Throws, having
 * changed nothing, for a PostgreSQL before 15, for an applied file that has changed since, for a database that a newer build has migrated,
 * and for one that does not work.
 */
export async function migrateDatabase(
  connection: string | ClientConfig,
  { directory = ownMigrations, tell = () => undefined }: MigrateOptions = {},
): Promise<void> {
  const migrations = readMigrations(directory);
  const client = new Client(connection);
  let isTold = false;
  const tellOnce = (): void => {
    if (!isTold) tell('another server brings the database up to date; waiting for it …');
    isTold = true;
  };
  // The query that runs into the failure of the connection reports it.
  client.on('error', () => undefined);
  await client.connect().catch(refuseUnreachable);
  try {
    await refuseOldServer(client);
    while (await applyNext(client, migrations, tellOnce));
  } catch (error) {
    const outage = outageIn(error);
    if (!outage) throw error;
    throw new StartError(`The database cannot be brought up to date: ${outage.why}`, {
      cause: error,
    });
  } finally {
    // A connection that was lost cannot be ended.
    await client.end().catch(() => undefined);
  }
}

/**
 * Creates a check for the migrations of this build that were not applied yet. It rejects when the database cannot be reached or is
 * read-only.
 */
export function createMigrationCheck(pool: Pick<Pool, 'query'>): () => Promise<readonly string[]> {
  const names = readMigrations(ownMigrations).map(({ name }) => name);
  return async () => {
    const { rows } = await pool.query<Pick<Migration, 'name'>>(READ_IF_WRITABLE);
    const applied = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !applied.has(name));
  };
}

/** The update changes nothing, but a read-only database refuses it. */
const READ_IF_WRITABLE = `
  WITH nothing AS (UPDATE migration SET name = name WHERE false)
  SELECT name FROM migration`;

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).sort();
  const misnamed = names.find((name) => !/^\d{4}-[\w-]+\.sql$/.test(name));
  if (misnamed) throw new Error(`A migration is named 0001-what-it-does.sql, not ${misnamed}`);
  return names.map((name) => {
    const sql = readFileSync(`${directory}/${name}`, 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

function refuseUnreachable(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartError(`The database cannot be reached: ${reason}`, { cause: error });
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::int AS number`,
  );
  const [server] = rows;
  if (server && server.number < 150_000) {
    throw new StartError(`Parley needs PostgreSQL 15 or newer; this one is ${server.version}`);
  }
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

async function readApplied(client: Client): Promise<Applied[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migration (
       name text PRIMARY KEY,
       checksum text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
  const { rows } = await client.query<Applied>(
    'SELECT name, checksum FROM migration ORDER BY name COLLATE "C"',
  );
  return rows;
}

/** The applied files must be the first ones of this build, unchanged. */
function refuseForeignHistory(migrations: readonly Migration[], applied: readonly Applied[]): void {
  applied.forEach(({ name, checksum }, place) => {
    const known = migrations[place];
    if (!migrations.some((migration) => migration.name === name)) {
      throw new StartError(
        `The database has migration ${name}, which this build does not know: start a newer build`,
      );
    }
    if (known?.name !== name) {
      throw new StartError(
        `Migration ${known?.name ?? ''} must come after ${name}, which is applied already`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(
        `Migration ${name} has changed since it was applied; write a new one instead`,
      );
    }
  });
}

/**
 * Applies the first file that was not applied yet; false if there is none. The lock ends with the transaction, so that it works through a
 * pooler, too. PostgreSQL checks every second whether this process is still connected: otherwise it would finish a long statement of a
 * killed process, and others would wait for that.
 */
async function applyNext(
  client: Client,
  migrations: readonly Migration[],
  tell: () => void,
): Promise<boolean> {
  await client.query('BEGIN');
  await client.query(CHECK_CLIENT);
  await takeTurn(client, tell);
  const applied = await readApplied(client);
  refuseForeignHistory(migrations, applied);
  const next = migrations[applied.length];
  if (next) await apply(client, next);
  else await client.query(RENUMBER_LOG);
  await client.query('COMMIT');
  return next !== undefined;
}

/** Some systems do not support the setting, and refuse it. */
const CHECK_CLIENT = `
  DO $$ BEGIN
    PERFORM set_config('client_connection_check_interval', '1000', true);
  EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$`;

const LOCK = "advisory_xact_lock(hashtext('parley migration'))";

async function takeTurn(client: Client, tell: () => void): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>(`SELECT pg_try_${LOCK} AS "isFree"`);
  if (rows[0]?.isFree) return;
  tell();
  await client.query(`SELECT pg_${LOCK}`);
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
  } catch (error) {
    // An outage is no fault of the file.
    if (outageIn(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Migration ${name} failed: ${reason}`, { cause: error });
  }
}
