import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a system keeps files that are only in memory. */
const MEMORY = '/dev/shm';
/** A run of all tests takes some hundred megabytes. */
const ROOM = 4 * 2 ** 30;
const PREFIX = 'parley-tests-';

/**
 * What tests write need not outlive them. Where there is room in memory `os.tmpdir()` of this process, and of those it starts,
 * is a folder there, which goes with this process: a database is made in a tenth of the time.
 */
export function useMemory() {
  if (!existsSync(MEMORY) || roomIn(MEMORY) < ROOM) return;
  removeLeft();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // As root PostgreSQL runs as another user, who must be let in, as into any such folder.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function roomIn(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The folders of runs that were killed. */
function removeLeft() {
  const folders = readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const isOver = !existsSync(join('/proc', name.slice(PREFIX.length)));
    if (isOver) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
