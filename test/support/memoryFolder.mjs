import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of a file system in memory. */
const MEMORY = '/dev/shm';
/** The least free memory for it, in bytes; a run of all tests takes some hundred megabytes. */
const LEAST_FREE = 4 * 2 ** 30;
const PREFIX = 'parley-tests-';

/**
 * Sets `os.tmpdir()` of this process and its children to a folder in memory, which is deleted when this process ends. A database
 * is made there in a tenth of the time. Does nothing where memory is short.
 */
export function useMemory() {
  if (!existsSync(MEMORY) || freeBytes(MEMORY) < LEAST_FREE) return;
  removeAbandoned();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // If this process is root, PostgreSQL runs as another user, who needs access. The mode is that of `/tmp`.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Deletes the folders of runs that were killed. */
function removeAbandoned() {
  const folders = readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const isOver = !existsSync(join('/proc', name.slice(PREFIX.length)));
    if (isOver) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
