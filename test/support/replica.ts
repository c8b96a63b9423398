import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { Client } from 'pg';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { startEmbeddedPostgres } from '../../src/storage/postgres/embeddedPostgres.js';
import { findPostgresHome, type PostgresHome } from '../../src/storage/postgres/postgresHome.js';
import { freePort, isPortOpen } from './freePort.js';
import { runOn } from './testCluster.js';
import { eventually, until } from './until.js';

/** A PostgreSQL that replicates another one by streaming. */
export interface Replica {
  readonly url: string;
  /** The statements that it has received since its first start. */
  statements(): readonly string[];
  /** Starts it unless it runs, and waits until it accepts queries. */
  start(): Promise<void>;
  /** Kills it (SIGKILL). */
  kill(): Promise<void>;
  /** Changes one of its settings while it runs. */
  set(name: string, value: string): Promise<void>;
}

/** A migrated primary, and its replica, which is up to date. */
export interface Replicated {
  /** The address of the primary's database. */
  readonly url: string;
  readonly replica: Replica;
  stop(): Promise<void>;
}

/** Starts both in a new folder. `synchronous_commit` of the primary is on, as by default. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-replicated-'));
  // If this process is root, both run as another user, who needs access.
  chmodSync(folder, 0o755);
  const primary = await startEmbeddedPostgres({
    dataDir: join(folder, 'primary'),
    settings: { fsync: 'off' },
  });
  const { url, host } = primary.connection;
  await migrateDatabase(url);
  const home = findPostgresHome(join(folder, 'replica'), () => undefined);
  await copy(url, primary.dataDir, home);
  const source = `primary_conninfo = 'host=${host} port=5432 user=postgres'\n`;
  appendFileSync(join(home.dataDir, 'postgresql.auto.conf'), source);
  const replica = openReplica(home, join(folder, 'sockets'));
  await replica.start();
  return {
    url,
    replica,
    async stop() {
      await replica.kill();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a running PostgreSQL by its manual's "Making a Base Backup Using the Low Level API". */
async function copy(
  url: string,
  from: string,
  { dataDir: to, owner }: PostgresHome,
): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query("select pg_backup_start('replica', true)");
  execFileSync('cp', ['-a', from, to]);
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(false)',
  );
  await client.end();
  rmSync(join(to, 'postmaster.pid'));
  const files = { backup_label: String(rows[0]?.label), 'standby.signal': '' };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(to, name), text);
    if (owner) chownSync(join(to, name), owner.uid, owner.gid);
  }
}

function openReplica({ native, dataDir, owner }: PostgresHome, sockets: string): Replica {
  mkdirSync(sockets, { mode: 0o700 });
  if (owner) chownSync(sockets, owner.uid, owner.gid);
  const url = `postgresql://postgres@${encodeURIComponent(sockets)}:5432/parley`;
  const settings = ['listen_addresses=', 'fsync=off', 'log_statement=all', 'log_line_prefix=> '];
  const options = ['-D', dataDir, '-k', sockets, ...settings.flatMap((one) => ['-c', one])];
  let child: ChildProcess | undefined;
  let logged = '';
  const launch = (): ChildProcess => {
    const server = spawn(join(native, 'bin/postgres'), options, {
      ...owner,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr?.on('data', (text: Buffer) => (logged += String(text)));
    // PostgreSQL refuses to start while processes of a killed one still run, so a failed start is repeated.
    return server.once('exit', () => (child = undefined));
  };
  return {
    url,
    statements: () => logged.split(/^> /m).filter((line) => STATEMENT.test(line)),
    async start() {
      await eventually(async () => {
        child ??= launch();
        if (!(await isReadable(url))) throw new Error(logged.slice(-2_000));
      });
    },
    async kill() {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    set: (name, value) =>
      runOn(url, [`alter system set ${name} = '${value}'`, 'select pg_reload_conf()']),
  };
}

const STATEMENT = /^LOG: {2}(statement|execute)/;

async function isReadable(url: string): Promise<boolean> {
  return runOn(url, ['select 1']).then(
    () => true,
    () => false,
  );
}

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
if (!program) console.warn('Skipped: tests behind a pooler, because there is no PgBouncer');

/** `describe` for tests that need PgBouncer; where it is not installed, they are skipped with a warning. */
export const describeBehindPooler = program ? describe : describe.skip;

/** A pooler in front of the PostgreSQL of the tests. */
export interface Pooler {
  /** The address of a database through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in a pool mode, with four connections for each database, in front of the PostgreSQL at `url`. */
export async function startPooler(
  mode: 'transaction' | 'session',
  url = process.env['TEST_TEMPLATE_URL'] ?? '',
): Promise<Pooler> {
  const server = new URL(url);
  const host = decodeURIComponent(server.hostname || (server.searchParams.get('host') ?? ''));
  const folder = mkdtempSync(join(tmpdir(), 'parley-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${server.port || 5432} user=${server.username || 'postgres'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 4
`,
  );
  // PgBouncer refuses to run as root, and only the owner of PostgreSQL's socket may use it.
  const { uid, gid } = statSync(host);
  const child = spawn(String(program), [join(folder, 'pgbouncer.ini')], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until(() => isPortOpen(port));
  return {
    through: (url) => `postgresql://anybody@127.0.0.1:${port}${new URL(url).pathname}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
