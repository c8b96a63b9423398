import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { startEmbeddedPostgres } from '../../src/storage/postgres/embeddedPostgres.js';
import { findPostgresHome, type PostgresHome } from '../../src/storage/postgres/postgresHome.js';
import { runOn } from './testCluster.js';
import { eventually } from './until.js';

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
