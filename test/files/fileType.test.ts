import { expect, test } from '@jest/globals';
import { fileNameOf, fileTypeOf, isActiveType, isShownInPlace } from '../../src/files/fileType.js';

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

test('what browsers run or render as a page is never shown in place', () => {
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
