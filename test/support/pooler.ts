import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { freePort, isPortOpen } from './freePort.js';
import { until } from './until.js';

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
