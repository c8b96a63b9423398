import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres } from '../../src/storage/postgres/runningPostgres.js';
import { childrenOf } from './children.js';

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
