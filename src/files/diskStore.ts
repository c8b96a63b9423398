import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../errors/codeOf.js';
import { Failure } from '../errors/errors.js';
import { makeFolder, putInPlace } from '../storage/keptFile.js';
import { atMost } from './atMost.js';
import type { FileStore } from './fileStore.js';

/** The folder of files that are still being written, below that of the store. */
const UNFINISHED = 'unfinished';

/**
 * How long after its last byte an unfinished file counts as left by a process that died, in milliseconds: less than the time for which room
 * is held for it.
 */
const LEFT_AFTER = 900_000;

/** Keeps files in a folder of this machine, or one that several machines share. The first file creates it. */
export function openDiskStore(folder: string): FileStore {
  const unfinished = path.join(folder, UNFINISHED);
  const pathOf = (key: string) => path.join(folder, ...wordsOf(key));
  return {
    async save(key, content, most) {
      const draft = path.join(unfinished, randomUUID());
      const place = pathOf(key);
      try {
        await makeFolder(unfinished);
        const bytes = await write(draft, content, most);
        await makeFolder(path.dirname(place));
        // An existing file is never replaced.
        await putInPlace(draft, place, { replaces: false });
        return bytes;
      } catch (error) {
        throw failureOf(error);
      } finally {
        await rm(draft, { force: true });
      }
    },
    read: async (key, range) => createReadStream(pathOf(key), range),
    async size(key) {
      const found = await stat(pathOf(key)).catch(() => undefined);
      return found?.size;
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    tidy: async () => tidy(unfinished),
  };
}

/**
 * Flushes a file to the disk before it is linked, so that a file with its final name is whole after a power failure, too. The file exists
 * before anything is read, so that whoever deletes it after a failure finds it.
 */
async function write(draft: string, content: Uint8Array | Readable, most: number): Promise<number> {
  const counted = atMost(content, most);
  const file = await open(draft, 'wx', 0o600);
  await pipeline(counted.bytes, file.createWriteStream({ flush: true }));
  return counted.length();
}

/** The error codes of a lack of room: on the disk, in the user's part of it, or for so large a file. */
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);

function failureOf(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'EEXIST') return new Failure('UPLOAD_REFUSED', 'It was uploaded before');
  if (!FULL.has(code)) return error;
  return new Failure('STORAGE_FULL', 'The file could not be stored: the storage is full');
}

/** Only the server makes keys. One of another form would be a mistake of ours, and must not reach other folders. */
function wordsOf(key: string): string[] {
  if (!/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new Error('A key of a file has words and slashes');
  return key.split('/');
}

async function tidy(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished).catch(() => [])) {
    const draft = path.join(unfinished, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFT_AFTER) await rm(draft, { force: true });
  }
}
