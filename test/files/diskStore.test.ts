import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from '@jest/globals';
import { openDiskStore } from '../../src/files/diskStore.js';
import { openVolumes } from '../../src/files/volumes.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-files-'));
});

/** All files below the folder. */
async function filesIn(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('a file is stored while it arrives, read whole or in part, and deleted', async () => {
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

test('if the same upload is sent twice at once, one is stored and the other refused', async () => {
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

test('a full disk is a clear failure, and leaves nothing of the file', async () => {
  const save = `
    const { openDiskStore } = await import('./src/files/diskStore.ts');
    const store = openDiskStore(process.argv[1]);
    const failed = await store.save('wks_1/fil_1', Buffer.alloc(30_000_000), 40_000_000).catch((error) => error);
    console.log(failed.reason, failed.code);`;
  const node = [process.execPath, '--import', './scripts/typescript.mjs', '--input-type=module'];
  // A process that may write at most 20 MB to a file; a longer write fails as on a full disk.
  const words = ['-c', 'ulimit -f 20000; exec "$@"', 'sh', ...node, '-e', save, folder];
  const { stdout } = await promisify(execFile)('sh', words);
  expect(stdout.trim()).toBe('STORAGE_FULL INSUFFICIENT_STORAGE');
  expect(await filesIn()).toEqual([]);
});

test('unfinished files of a process that died a day ago are deleted, and files that are being written are not', async () => {
  const store = openDiskStore(folder);
  await store.tidy(async () => new Set());
  const unfinished = path.join(folder, 'unfinished');
  await mkdir(unfinished);
  for (const name of ['old', 'new']) await writeFile(path.join(unfinished, name), 'x');
  const before = new Date(Date.now() - 2 * 86_400_000);
  await utimes(path.join(unfinished, 'old'), before, before);
  await store.tidy(async () => new Set());
  expect(await filesIn()).toEqual(['new']);
});

test('no key leads out of the folder', async () => {
  const store = openDiskStore(folder);
  await expect(store.size('../secret-key')).rejects.toThrow('A key of a file');
});

const GB = 2 ** 30;

/** Volumes of 100 GB whose free space a test changes. */
function volumesOf(free: Record<string, number>, hasBucket = false) {
  const logged: string[] = [];
  const note = (_facts: unknown, sentence?: string) => void logged.push(String(sentence));
  const volumes = openVolumes({
    folder: hasBucket ? undefined : 'files',
    databaseFolder: async () => 'database',
    reserve: { share: 0.1, bytes: 2 * GB },
    log: { warn: note, info: note },
    measure: async (of) => ({ size: 100 * GB, free: (free[of] ?? 0) * GB }),
  });
  return { volumes, logged };
}

test('uploads may use the free space above the reserve, on the fuller of both volumes', async () => {
  const { volumes } = volumesOf({ files: 30, database: 7 });
  expect(volumes.last()).toEqual({ left: Infinity });
  expect(await volumes.check()).toEqual({ left: 5 * GB, size: 100 * GB });
  expect(volumes.last().left).toBe(5 * GB);
});

test.each(['files', 'database'])(
  'when the volume of the %s comes to its reserve that is logged once, and once when there is room again',
  async (full) => {
    const free: Record<string, number> = { files: 30, database: 30 };
    const { volumes, logged } = volumesOf(free);
    await volumes.check();
    for (const now of [1.9, 1.8, 2.05]) {
      free[full] = now;
      expect((await volumes.check()).left).toBe(0);
    }
    expect(logged).toEqual([expect.stringContaining('uploads are refused')]);
    free[full] = 2.2;
    expect((await volumes.check()).left).toBeGreaterThan(0);
    await volumes.check();
    expect(logged).toEqual([
      expect.stringContaining('uploads are refused'),
      expect.stringContaining('uploads are taken again'),
    ]);
  },
);

test('with a bucket only the volume of the database counts', async () => {
  const { volumes } = volumesOf({ files: 0, database: 7 }, true);
  expect(await volumes.check()).toEqual({ left: 5 * GB, size: undefined });
});

test('a folder that does not exist yet is on the volume of its parent', async () => {
  const volumes = openVolumes({
    folder: '/no/such/folder',
    databaseFolder: () => Promise.reject(new Error('The database is gone')),
    reserve: { bytes: 0 },
    log: { warn: () => undefined, info: () => undefined },
  });
  expect((await volumes.check()).size).toBeGreaterThan(0);
});

test('a database whose folder is not on this machine has no volume here', async () => {
  const volumes = openVolumes({
    folder: undefined,
    databaseFolder: async () => '/no/such/folder',
    reserve: { bytes: 0 },
    log: { warn: () => undefined, info: () => undefined },
  });
  expect((await volumes.check()).left).toBe(Infinity);
});
