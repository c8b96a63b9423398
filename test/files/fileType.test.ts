import { expect, test } from '@jest/globals';
import { claim } from '../../src/files/claimUploads.js';
import { fileNameOf, fileTypeOf, isActiveType, isShownInPlace } from '../../src/files/fileType.js';
import type { FileParts } from '../../src/files/files.js';
import { standIn } from '../support/standIn.js';

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
