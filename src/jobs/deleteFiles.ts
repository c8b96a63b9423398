import type { Pool } from 'pg';
import type { FileStore } from '../files/fileStore.js';
import { forgetRemovals, nextRemovals } from '../storage/files.js';

/** How many files are deleted before their keys are forgotten. */
const BATCH = 100;

/**
 * Deletes the bytes of files whose rows are gone. A key is forgotten only afterwards, so a process that dies in between leaves
 * nothing behind. Gives whether there may be more.
 */
export async function deleteFiles(pool: Pool, store: Pick<FileStore, 'delete'>): Promise<boolean> {
  const keys = await nextRemovals(pool, BATCH);
  if (keys.length === 0) return false;
  for (const key of keys) await store.delete(key);
  await forgetRemovals(pool, keys);
  return keys.length === BATCH;
}
