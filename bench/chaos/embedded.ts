import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres } from '../../src/storage/postgres/runningPostgres.js';
import { childrenOf } from './children.js';
import { makeFolder } from './ownFolder.js';
import { startPhoenix, type Phoenix } from './phoenix.js';
import { openShop, type Shop } from './shop.js';
import type { Ground } from './trial.js';

/** A server that runs its own PostgreSQL in a folder. */
interface Embedded {
  readonly dataDir: string;
  readonly shop: Shop;
  readonly server: Phoenix;
}

/** Starts a server on an embedded PostgreSQL in a new folder. */
export async function startEmbedded(
  { later, chance }: Ground,
  settings: Readonly<Record<string, string>> = {},
): Promise<Embedded> {
  const dataDir = join(makeFolder(later), 'data');
  const shop = await openShop(later, chance);
  const server = await startPhoenix('', {
    settings: { ...shop.settings, ...settings, DATA_DIR: dataDir },
  });
  later(async () => void (await server.now().stop()));
  return { dataDir, shop, server };
}

/** The address of the embedded PostgreSQL of a running server. */
export function embeddedUrl(dataDir: string): string {
  const url = findRunningPostgres(dataDir);
  if (url === undefined) throw new Error('The embedded PostgreSQL does not run');
  return url;
}

/** Its first process, the parent of the others. */
export function postmasterOf(dataDir: string): number {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

/** Its processes that serve connections of servers. */
export function backendsOf(dataDir: string): number[] {
  return childrenOf(postmasterOf(dataDir))
    .filter(({ command }) => command.includes('postgres parley'))
    .map(({ pid }) => pid);
}
