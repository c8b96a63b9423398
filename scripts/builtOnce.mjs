import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { atRoot } from './root.mjs';

const stampName = '.sources';

/**
 * Builds a folder of this repository and prints how long it took. Does nothing if the last build is of the same sources; returns
 * whether it built. `build` writes into a new folder, which then replaces the old one in one step, so that no process sees half a
 * build.
 */
export async function builtOnce({ folder, stamp, build }) {
  if (readStamp(folder) === stamp) return false;
  const started = Date.now();
  const target = atRoot(`${folder}.${process.pid}`);
  try {
    const what = await build(target);
    writeFileSync(join(target, stampName), stamp);
    replaceBuild({ folder, target, stamp });
    console.log(`Built ${what} in ${Date.now() - started} ms`);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
  return true;
}

/** The absolute paths of the files below a folder, sorted. */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * A hash of the content of files and their paths in this repository. Modification times do not count, since git and packages reset
 * them; nor does the path of the repository, so that a copy with its builds is up to date.
 */
export function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(relative(atRoot('.'), file))
      .update('\0')
      .update(readFileSync(file));
  }
  return hash.digest('hex');
}

// Another command may have built the same sources meanwhile; its build is as good, and a server may be starting from
// it. The old build is moved away in one step: deleting it in place could remove files of a build that arrives
// meanwhile.
function replaceBuild({ folder, target, stamp }) {
  if (readStamp(folder) === stamp) return;
  const old = `${target}.old`;
  try {
    moveAway(atRoot(folder), old);
    renameSync(target, atRoot(folder));
  } catch (error) {
    if (readStamp(folder) !== stamp) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

function moveAway(folder, to) {
  try {
    renameSync(folder, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function readStamp(folder) {
  try {
    return readFileSync(atRoot(join(folder, stampName)), 'utf8');
  } catch {
    return undefined;
  }
}
