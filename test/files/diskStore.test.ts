import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from '@jest/globals';
import { openDiskStore } from '../../src/files/diskStore.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-files-'));
});

/** All files below the folder. */
async function filesIn(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('a file is stored as it comes, read again whole or in part, and deleted', async () => {
  const store = openDiskStore(folder);
  const content = Readable.from([Buffer.from('Hello '), Buffer.from('Ada')]);
  expect(await store.save('wks_1/fil_1', content, 100)).toBe(9);
  expect(await store.size('wks_1/fil_1')).toBe(9);
  expect(await text(await store.read('wks_1/fil_1'))).toBe('Hello Ada');
  expect(await text(await store.read('wks_1/fil_1', { start: 6, end: 7 }))).toBe('Ad');
  await store.delete('wks_1/fil_1');
  await store.delete('wks_1/fil_1');
  expect(await store.size('wks_1/fil_1')).toBeUndefined();
});

test('nothing stays of a file that is too large, or whose sender left in the middle', async () => {
  const store = openDiskStore(folder);
  const large = store.save('wks_1/fil_1', new Uint8Array(11), 10);
  await expect(large).rejects.toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
  const cut = new Readable({
    read() {
      this.push(Buffer.alloc(5));
      this.destroy(new Error('cut'));
    },
  });
  await expect(store.save('wks_1/fil_2', cut, 10)).rejects.toThrow('cut');
  expect(await filesIn()).toEqual([]);
});

test('of the same upload sent twice at once one is stored, and the other refused', async () => {
  const store = openDiskStore(folder);
  const save = async (content: string) => store.save('wks_1/fil_1', Buffer.from(content), 10);
  const came = await Promise.allSettled([save('one'), save('other')]);
  const refused = {
    status: 'rejected',
    reason: expect.objectContaining({ reason: 'UPLOAD_REFUSED' }),
  };
  expect(came).toContainEqual(refused);
  expect(came).toContainEqual(expect.objectContaining({ status: 'fulfilled' }));
  expect(await filesIn()).toHaveLength(1);
});

test('a full disk is a clear failure', async () => {
  const store = openDiskStore(folder);
  const full = new Readable({
    read() {
      // What a write to a full disk fails with.
      this.destroy(Object.assign(new Error('write'), { code: 'ENOSPC' }));
    },
  });
  await expect(store.save('wks_1/fil_1', full, 10)).rejects.toMatchObject({
    reason: 'STORAGE_FULL',
    code: 'INSUFFICIENT_STORAGE',
  });
  expect(await filesIn()).toEqual([]);
});

test('what a process left that died a day ago is deleted, and what is being written is not', async () => {
  const store = openDiskStore(folder);
  await store.tidy();
  const unfinished = path.join(folder, 'unfinished');
  await mkdir(unfinished);
  for (const name of ['old', 'new']) await writeFile(path.join(unfinished, name), 'x');
  const before = new Date(Date.now() - 2 * 86_400_000);
  await utimes(path.join(unfinished, 'old'), before, before);
  await store.tidy();
  expect(await filesIn()).toEqual(['new']);
});

test('no key leads out of the folder', async () => {
  const store = openDiskStore(folder);
  await expect(store.size('../secret-key')).rejects.toThrow('A key of a file');
});
