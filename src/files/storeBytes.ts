import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { File } from '../schema/file.js';
import { forgetRemovals, markUploaded, noteAttempt } from '../storage/files.js';
import type { FileParts } from './files.js';
import { startsLike } from './fileSignature.js';
import { HEAD_BYTES, imageSizeOf } from './imageSize.js';
import { refused } from './stageUpload.js';

type StoreParts = Pick<FileParts, 'storage' | 'store' | 'scan'>;

/** How bytes are stored under a key, and what they must be to be kept. */
interface Storing {
  /** Stores them, and gives how many they are. */
  put(key: string): Promise<number>;
  /** Fails for a file that is not to be kept; absent where the server made it. */
  check?(key: string, head: Buffer): Promise<void>;
}

/**
 * Stores the bytes of a file whose row is there. Each attempt has a key of its own, so that of several the first that is whole is
 * kept and never replaced. Nothing stays of one that fails, or whose file was deleted meanwhile (`UPLOAD_REFUSED`).
 */
export async function storeBytes(
  { storage: { pool }, store }: StoreParts,
  { id, key: first, type }: File,
  { put, check }: Storing,
): Promise<void> {
  const key = `${first}-${randomUUID()}`;
  await noteAttempt(pool, key);
  try {
    const bytes = await put(key);
    const head = await headOf(store, key, bytes);
    await check?.(key, head);
    const measured = { key, bytes, ...(await imageSizeOf(type, head)) };
    if (!(await markUploaded(pool, id, measured))) {
      throw refused('It was uploaded before, or what it belongs to was deleted');
    }
  } catch (error) {
    await store.delete(key);
    await forgetRemovals(pool, [key]);
    throw error;
  }
}

/** Stores an upload: what a client sends must be of the type that it said, and pass the virus scan where there is one. */
export async function storeUpload(
  parts: StoreParts,
  file: File,
  put: Storing['put'],
): Promise<void> {
  const { type } = file;
  const { store, scan } = parts;
  const check: Storing['check'] = async (key, head) => {
    if (!startsLike(type, head)) throw refused(`The file is not of the type ${type}`);
    await scan?.(async () => store.read(key));
  };
  await storeBytes(parts, file, { put, check });
}

async function headOf(store: FileParts['store'], key: string, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0);
  return buffer(await store.read(key, { start: 0, end: Math.min(bytes, HEAD_BYTES) - 1 }));
}
