import { existsSync } from 'node:fs';
import path from 'node:path';
import { findPostgresHome } from './postgresHome.js';
import { findPostmaster } from './postmaster.js';

/**
 * The address of the embedded PostgreSQL while a server runs it, so that a command can work beside that server; nothing
 * while it does not run. PostgreSQL itself notes its process, port and socket folder in its data.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const home = findPostgresHome(path.resolve(dataDir, 'postgres'), () => undefined);
  const { host, port } = findPostmaster(home.dataDir) ?? {};
  if (!host || !existsSync(path.join(host, `.s.PGSQL.${port}`))) return undefined;
  return `postgresql://postgres@${encodeURIComponent(host)}:${port}/parley`;
}
