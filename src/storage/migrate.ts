import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig, type Pool } from 'pg';
import { StartError } from '../errors/errors.js';

const ownMigrations = fileURLToPath(new URL('./migrations/', import.meta.url));

/** One numbered file of SQL: run once, whole, and never changed afterwards. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Brings a database (its address, or pg's settings) to the layout this build needs: runs the files
 * of `migrations/` it has not seen, in order, each in a transaction of its own. Servers that start
 * together take turns. Throws, having changed nothing, for a PostgreSQL before 15, for an applied
 * file that has changed since, and for a database that a newer build has migrated.
 */
export async function migrateDatabase(
  connection: string | ClientConfig,
  directory = ownMigrations,
): Promise<void> {
  const migrations = readMigrations(directory);
  const client = new Client(connection);
  await client.connect().catch(refuseUnreachable);
  try {
    await refuseOldServer(client);
    // Held until the connection closes.
    await client.query("SELECT pg_advisory_lock(hashtext('parley migration'))");
    const applied = await readApplied(client);
    refuseForeignHistory(migrations, applied);
    for (const migration of migrations.slice(applied.length)) await apply(client, migration);
  } finally {
    await client.end();
  }
}

/** The migrations of this build that the database has not seen; rejects when it cannot be reached. */
export function createMigrationCheck(pool: Pick<Pool, 'query'>): () => Promise<readonly string[]> {
  const names = readMigrations(ownMigrations).map(({ name }) => name);
  return async () => {
    const { rows } = await pool.query<Pick<Migration, 'name'>>('SELECT name FROM migration');
    const applied = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !applied.has(name));
  };
}

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

/** The applied files must be the first ones of this build, with the same content. */
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

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Migration ${name} failed: ${reason}`, { cause: error });
  }
}
