import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first process of the embedded PostgreSQL of a server; 0 while none is named. */
export function postgresOf(dataDir: string): number {
  try {
    const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(file.split('\n')[0]);
  } catch {
    // It is deleted and written again while a server starts.
    return 0;
  }
}

export function isRunning(pid: number): boolean {
  return pid > 0 && existsSync(`/proc/${pid}`);
}

export function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
