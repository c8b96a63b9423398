import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from '@jest/globals';
import { claim } from '../../src/files/claimUploads.js';
import { openDiskStore } from '../../src/files/diskStore.js';
import { fileNameOf, fileTypeOf, isActiveType, isShownInPlace } from '../../src/files/fileType.js';
import type { FileParts } from '../../src/files/files.js';
import { openVolumes } from '../../src/files/volumes.js';
import { standIn } from '../support/standIn.js';

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

test.each([
  ['cv.pdf', 'application/pdf', 'application/pdf', 'pdf'],
  ['photo.JPEG', 'image/jpeg', 'image/jpeg', 'jpeg'],
  ['page.html', 'image/png', 'image/png', 'png'],
  ['clip.webm', 'audio/webm; codecs=opus', 'audio/webm', 'webm'],
  [
    'letter.docx',
    '',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'docx',
  ],
  [
    'letter.docx',
    'application/octet-stream',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'docx',
  ],
  ['plan.dwg', 'image/vnd.dwg', 'image/vnd.dwg', 'dwg'],
  ['photo.png', 'text/livescript', 'image/png', 'png'],
  ['nothing', 'text/\r\nX-Evil: 1', 'application/octet-stream', 'bin'],
])('%s sent as %j is %s with the ending %s', (name, type, media, ending) => {
  expect(fileTypeOf({ name, type })).toEqual({ type: media, ending });
});

test('a type that browsers run or render as a page is always a download', () => {
  const active = [
    'text/html',
    'image/svg+xml',
    'application/xml',
    'text/javascript',
    'text/livescript',
    'application/xhtml+xml',
  ];
  expect(active.filter(isActiveType)).toEqual(active);
  expect(active.filter(isShownInPlace)).toEqual([]);
  const plain = ['image/png', 'audio/mpeg', 'video/mp4', 'text/plain', 'application/pdf'];
  expect(plain.filter(isShownInPlace)).toEqual(plain);
  expect(isShownInPlace('application/zip')).toBe(false);
});

test.each([
  ['C:\\Users\\Ada\\cv.pdf', 'cv.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['a"b\r\nc\u202e.pdf', 'abc.pdf'],
  ['.pdf', 'file.pdf'],
  [`${'long'.repeat(100)}.pdf`, `${'long'.repeat(25)}.pdf`],
])('the name %j becomes %j', (given, name) => {
  expect(fileNameOf(given, 'pdf')).toBe(name);
});

// There is no storage: any access to it fails.
const parts: FileParts = standIn({ ownAddress: () => 'https://chat.example.com' });
const chat = { sessionId: 'ses_1' };
const none = { uploads: [], refusedUploads: [] };

test.each(['https://files.example.com/files/fil_1.pdf', 'https://chat.example.com:8443/files/x'])(
  'nothing is known of a file at a host that is no domain of a workspace: %s',
  async (address) => {
    const chatPool = { query: async () => ({ rows: [] }) };
    const held = { ...parts, storage: standIn<FileParts['storage']>({ chatPool }) };
    expect(await claim(held, chat, [address])).toEqual(none);
  },
);

test.each([
  'https://chat.example.com/filesystem/fil_1.pdf',
  'https://chat.example.com/%ff/files/fil_1.pdf',
  'https://[/files/fil_1.pdf',
  'see https://chat.example.com/files/fil_1.pdf',
])('nothing is known, nor looked up, of %s', async (address) => {
  expect(await claim(parts, chat, [address])).toEqual(none);
});

test.each([
  'https://chat.example.com/files/fil_1.pdf',
  'https://CHAT.example.com./files/x',
  'https:\\\\chat.example.com\\files\\fil_1.pdf',
])('an address at this server is looked up: %s', async (address) => {
  await expect(claim(parts, chat, [address])).rejects.toThrow();
});
