import type { Pool } from 'pg';
import type { FileStore } from '../files/fileStore.js';
import { forgetRemovals, nextRemovals } from '../storage/files.js';
import { keepPosted } from '../storage/uploadHolds.js';

/** Files that are deleted before their keys are forgotten. */
const BATCH = 100;

/**
 * Deletes the bytes of files whose rows are gone, and of uploads that did not become a file in time. What a client posted to the store
 * stays as long as its upload. A key is forgotten only afterwards, so that a process that dies in between leaves nothing behind. Returns
 * whether there may be more.
 */
export async function deleteFiles(
  pool: Pool,
  store: Pick<FileStore, 'delete' | 'direct'>,
): Promise<boolean> {
  const due = await nextRemovals(pool, BATCH);
  if (due.length === 0) return false;
  const deleted: string[] = [];
  for (const { key, bytes } of due) {
    const posted = bytes > 0 ? await store.direct?.posted(key) : undefined;
    if (posted !== undefined && (await keepPosted(pool, key, posted))) continue;
    await store.delete(key);
    deleted.push(key);
  }
  await forgetRemovals(pool, deleted);
  return due.length === BATCH;
}
