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

/** A PostgreSQL that follows another one by streaming replication. */
export interface Replica {
  readonly url: string;
  /** The statements that it was sent since it was started first. */
  statements(): readonly string[];
  /** Starts it where it does not run, and waits until it can be read. */
  start(): Promise<void>;
  /** Ends it as the lack of memory or power would. */
  kill(): Promise<void>;
  /** Changes a setting while it runs. */
  set(name: string, value: string): Promise<void>;
}

/** A migrated primary, and a replica of it that has everything so far. */
export interface Replicated {
  /** The address of the primary's database. */
  readonly url: string;
  readonly replica: Replica;
  stop(): Promise<void>;
}

/** Starts both in a folder of their own. The primary makes commits wait for its disk, as by default. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-replicated-'));
  // As root both run as another user, who must be let in.
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

/** Copies the files of a running PostgreSQL, as its manual says ("Making a Base Backup Using the Low Level API"). */
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
  let said = '';
  const launch = (): ChildProcess => {
    const begun = spawn(join(native, 'bin/postgres'), options, {
      ...owner,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    begun.stderr?.on('data', (text: Buffer) => (said += String(text)));
    // It refuses to start while processes of a killed one are left.
    return begun.once('exit', () => (child = undefined));
  };
  return {
    url,
    statements: () => said.split(/^> /m).filter((line) => STATEMENT.test(line)),
    async start() {
      await eventually(async () => {
        child ??= launch();
        if (!(await isReadable(url))) throw new Error(said.slice(-2_000));
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
