import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPostgresHome } from './postgresHome.js';

/**
 * The address of the embedded PostgreSQL while a server runs it, so that a command can work beside that server; nothing
 * while it does not run. PostgreSQL itself notes its process, port and socket folder in its data.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const home = findPostgresHome(path.resolve(dataDir, 'postgres'), () => undefined);
  const file = path.join(home.dataDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port, folder] = readFileSync(file, 'utf8').split('\n');
  if (!folder || !existsSync(path.join(folder, `.s.PGSQL.${port}`))) return undefined;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    const isForeign =
      typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'EPERM';
    if (!isForeign) return undefined;
  }
  return `postgresql://postgres@${encodeURIComponent(folder)}:${port}/parley`;
}
