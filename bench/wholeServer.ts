import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startServer, type BenchServer, type ServerOptions } from './server.js';
import { makeFolder, type Later } from './stage.js';

/** A server with the embedded PostgreSQL that it started itself, as `npm start` runs them. */
export interface WholeServer {
  readonly server: BenchServer;
  /** The process of PostgreSQL whose children serve its connections. */
  readonly postgresPid: number;
  /** The bench's connection to the server's database. */
  readonly database: Client;
}

/** Starts it with an empty database; what was started is registered with `later`. */
export async function startWholeServer(
  later: Later,
  { settings = {}, ...options }: ServerOptions = {},
): Promise<WholeServer> {
  const folder = makeFolder(later);
  const server = await startServer('', [], {
    ...options,
    settings: { DATA_DIR: folder, ...settings },
  });
  later(async () => void (await server.stop()));
  const lock = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  if (lock === undefined) throw new Error('The data folder has no running PostgreSQL');
  const [pid, , , port, host] = readFileSync(join(folder, lock), 'utf8').split('\n');
  const database = new Client({
    host: host ?? '',
    port: Number(port),
    user: 'postgres',
    database: 'parley',
  });
  await database.connect();
  later(() => database.end());
  return { server, postgresPid: Number(pid), database };
}

/** How far its log was written, in bytes. */
export async function walBytes(database: Client): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    "select pg_current_wal_insert_lsn() - '0/0' as bytes",
  );
  return Number(rows[0]?.bytes);
}
