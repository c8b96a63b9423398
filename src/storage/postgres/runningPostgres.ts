import { existsSync } from 'node:fs';
import path from 'node:path';
import { findPostgresHome } from './postgresHome.js';
import { findPostmaster } from './postmaster.js';

/**
 * The URL of the embedded PostgreSQL while a server runs it, so that a command can connect beside that server; undefined while it does not
 * run. PostgreSQL itself notes its process, port and socket folder in its data folder.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const home = findPostgresHome(path.resolve(dataDir, 'postgres'), () => undefined);
  const { host, port } = findPostmaster(home.dataDir) ?? {};
  if (!host || !existsSync(path.join(host, `.s.PGSQL.${port}`))) return undefined;
  return `postgresql://postgres@${encodeURIComponent(host)}:${port}/parley`;
}
