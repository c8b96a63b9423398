import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { File } from '../schema/file.js';
import { forgetRemovals, markUploaded } from '../storage/files.js';
import { renewHold } from '../storage/uploadHolds.js';
import { imageTypeOf, startsLike } from './fileSignature.js';
import { fileNameOf } from './fileType.js';
import type { FileParts } from './files.js';
import { refused } from './refused.js';

type StoreParts = Pick<FileParts, 'storage' | 'store' | 'scan'>;

/** Seconds for which room is held for bytes that come, unless the hold is renewed. What a dead process left is deleted then. */
export const HELD_SECONDS = 1_800;

/** In milliseconds. */
const RENEW_EVERY = 300_000;

type Named = Pick<File, 'name' | 'type'>;

/** How bytes are stored under a key, and how they are checked. */
interface Storing {
  /** Notes the key, and returns how many bytes may come. */
  note(key: string): Promise<number>;
  put(key: string, most: number): Promise<number>;
  /** Returns the name and type of the file; fails for one that must not be kept. Absent for a file that the server made. */
  check?(key: string, head: Buffer): Promise<Named>;
}

/**
 * Stores the bytes of a file whose row exists. Each attempt has a key of its own, so that of several the first complete one is kept and
 * never replaced. Nothing is kept of an attempt that fails, or whose file was deleted meanwhile (`UPLOAD_REFUSED`).
 */
export async function storeBytes(
  { storage: { pool }, store }: StoreParts,
  file: File,
  { note, put, check }: Storing,
): Promise<void> {
  const key = `${file.key}-${randomUUID()}`;
  const most = await note(key);
  // If that fails and the hold lapses, `markUploaded` refuses the bytes.
  const renew = () => void renewHold(pool, key, HELD_SECONDS).catch(() => undefined);
  const renewing = setInterval(renew, RENEW_EVERY);
  try {
    const bytes = await put(key, most);
    const head = await headOf(store, key, bytes);
    const { name, type } = (await check?.(key, head)) ?? file;
    const measured = { key, bytes, name, type, ...(await imageSizeOf(type, head)) };
    if (!(await markUploaded(pool, file, measured))) {
      throw refused('It was uploaded before, or what it belongs to was deleted');
    }
  } catch (error) {
    await store.delete(key);
    await forgetRemovals(pool, [key]);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Stores an upload. Its bytes must be of the type that the client named, or an image of another type that is taken, and pass the virus scan
 * where there is one.
 */
export async function storeUpload(
  parts: StoreParts,
  file: File,
  { note, put }: Pick<Storing, 'note' | 'put'>,
): Promise<void> {
  const { store, scan } = parts;
  const check: Storing['check'] = async (key, head) => {
    const named = namedByBytes(file, head);
    await scan?.(async () => store.read(key));
    return named;
  };
  await storeBytes(parts, file, { note, put, check });
}

/** The bytes decide the type of an image: browsers and phones save images under endings of other types. */
function namedByBytes({ name, type, imageTypes }: File, head: Buffer): Named {
  const image = type.startsWith('image/') ? imageTypeOf(head) : undefined;
  if (image && image.type !== type && imageTypes.split(' ').includes(image.type)) {
    return { name: fileNameOf(name, image.ending), type: image.type };
  }
  if (image ? image.type === type : startsLike(type, head)) return { name, type };
  throw refused(`The file is not of the type ${type}`);
}

async function headOf(store: FileParts['store'], key: string, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0);
  return buffer(await store.read(key, { start: 0, end: Math.min(bytes, HEAD_BYTES) - 1 }));
}

/** The width and height of an image in pixels; null where they are unknown. */
interface ImageSize {
  readonly width: number | null;
  readonly height: number | null;
}

/** Bytes of a file that are searched for its size: in a JPEG, the size comes after its metadata. */
const HEAD_BYTES = 262_144;

/** The formats whose size is read: those whose beginnings `fileSignature.ts` checks. */
const SIZED = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const UNKNOWN: ImageSize = { width: null, height: null };

/** The largest width or height that is believed of an image, in pixels. */
const MOST_PIXELS = 1_000_000;

/** The size of an image of this type, by the first bytes of its file. */
async function imageSizeOf(type: string, head: Buffer): Promise<ImageSize> {
  if (!SIZED.has(type) || !startsLike(type, head)) return UNKNOWN;
  const { imageSize } = await import('image-size');
  try {
    const { width, height } = imageSize(head);
    return width <= MOST_PIXELS && height <= MOST_PIXELS ? { width, height } : UNKNOWN;
  } catch {
    // The file is broken, or its size comes too late: it is stored all the same.
    return UNKNOWN;
  }
}
