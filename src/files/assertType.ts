import { buffer } from 'node:stream/consumers';
import type { File } from '../schema/file.js';
import { startsLike } from './fileSignature.js';
import type { FileStore } from './fileStore.js';
import { refused } from './stageUpload.js';

/** Deletes a file that begins unlike its type, and fails with `UPLOAD_REFUSED`. */
export async function assertType(
  store: FileStore,
  { key, type }: Pick<File, 'key' | 'type'>,
): Promise<void> {
  const head = await buffer(await store.read(key, { start: 0, end: 15 }));
  if (startsLike(type, head)) return;
  await store.delete(key);
  throw refused(`The file is not of the type ${type}`);
}
