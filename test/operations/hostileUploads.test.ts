import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { ask } from '../support/flowOf.js';
import { partAt, textAt } from '../support/parts.js';
import { useApp } from '../support/useApp.js';
import { visitorsOf } from '../support/visitorUploads.js';

const app = useApp({ UPLOAD_LIMIT: '1 MB', RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'stream=1/h' });
const { chatAt, post, stage, storedFiles } = visitorsOf(app);

describe('a form that nobody could have filled in is refused', () => {
  const sendForm = async (staged: unknown, body: string, boundary = 'b') => {
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const at = textAt(staged, 'presignedUrl');
    const response = await fetch(at, { method: 'POST', headers, body });
    return [response.status, partAt(await response.json(), 'reason')];
  };
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}`;
  const stageOne = async () => {
    const { sessionId, workspaceId } = await chatAt(ask('file input'));
    return { staged: (await stage(sessionId, { fileName: 'a.txt' })).body, workspaceId };
  };

  test('with a boundary that is too long, or an impossible token', async () => {
    const { staged } = await stageOne();
    expect(await sendForm(staged, 'x', 'b'.repeat(300))).toEqual([400, 'VALIDATION']);
    const body = `${part('token', 'fil_\0.1.2.3')}\r\n${part('file; filename=a', 'x')}\r\n--b--`;
    expect(await sendForm(staged, body)).toEqual([400, 'UPLOAD_REFUSED']);
  });

  test('when it ends within its file, of which nothing stays', async () => {
    const { staged, workspaceId } = await stageOne();
    const token = textAt(staged, 'formData.token');
    for (const content of ['the beginning', 'x'.repeat(1_000)]) {
      const body = `${part('token', token)}\r\n${part('file; filename=a', content)}`;
      expect(await sendForm(staged, body)).toEqual([400, 'VALIDATION']);
    }
    expect(await storedFiles(workspaceId)).toEqual([]);
  });
});

test.each([
  'files/fil_%00.txt',
  'api/v1/workspaces/%00/messenger/c/webhook',
  'api/v1/workspaces/w/messenger/%00/webhook',
  'api/v1/workspaces/w/credentials/%00/stripe/webhook',
])('a NUL character in the path %s is the fault of whoever sent it', async (path) => {
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${app().url}/${path}`, { method });
    expect(partAt(await response.json(), 'reason')).toBe('VALIDATION');
  }
});

test('a report of a client that is nested too deep is refused', async () => {
  const { sessionId } = await chatAt(ask('text input'));
  const details = Array.from({ length: 3_000 }).reduce<unknown>((inner) => [inner], 1);
  const clientLogs = [{ description: 'The script failed', details }];
  const { status, body } = await post(`/api/v1/sessions/${sessionId}/clientLogs`, { clientLogs });
  expect([status, partAt(body, 'issues.0.message')]).toEqual([400, 'Is nested too deep']);
});

test('texts of an AI that the client of a chat asks for are limited more than its other calls', async () => {
  const { sessionId } = await chatAt(ask('text input', 'X'));
  const at = `/api/v1/sessions/${sessionId}/streamMessage`;
  expect((await post(at, {})).body).toMatchObject({ reason: 'NOTHING_TO_STREAM' });
  const { status, body } = await post(at, {});
  expect(status).toBe(429);
  expect(textAt(body, 'message')).toContain('limit "stream"');
});

describe('a form that never ends is refused before it is complete, and its connection is closed', () => {
  const field = (name: string) => `\r\n--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n`;
  const long = 'x'.repeat(60_000);

  test.each([
    ['bytes before its first part', '', long, 413, 'bytes before its file'],
    ['empty parts', '--b', '\r\n--b'.repeat(12_000), 400, 'more than 20 fields'],
    ['parts of nothing but headers', '--b', '\r\n--b\r\n\r\n'.repeat(6_000), 400, 'fields'],
    ['headers of a part', '--b\r\n', 'a: b\r\n'.repeat(10_000), 413, 'bytes before its file'],
    ['one header', '--b\r\nContent-Disposition: form-data; name=', long, 413, 'before its file'],
    ['fields', '--b', field('a').repeat(1_000), 400, 'more than 20 fields'],
    ['bytes of a field', `--b${field('a')}`, long, 413, 'bytes before its file'],
  ])('of %s', async (_case, begin, more, status, says) => {
    const answer = await sendEndless(begin, more);
    expect(answer.head).toContain(`HTTP/1.1 ${status} `);
    expect(answer.text).toContain(says);
    // The size limit of an upload, plus the buffers on the way.
    expect(answer.sent).toBeLessThan(40_000_000);
  });

  test('with a field that ends, but is longer than any of this server', async () => {
    const { head, text } = await sendEndless(`--b${field('a')}`, `${'x'.repeat(5_000)}\r\n--b`);
    expect([head.slice(0, 12), text]).toEqual([
      'HTTP/1.1 400',
      expect.stringContaining('The field \\"a\\" is too long'),
    ]);
  });
});

/** Sends a body that begins with one text and repeats another for as long as the server reads. */
async function sendEndless(begin: string, more: string) {
  const { hostname, port } = new URL(app().url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  socket.write(
    'POST /files/uploads HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n' +
      `Content-Type: multipart/form-data; boundary=b\r\n\r\n${begin && chunk(begin)}`,
  );
  let sent = 0;
  const next = chunk(more);
  while (!socket.destroyed) {
    await Promise.race([closed, new Promise((resolve) => socket.write(next, resolve))]);
    sent += next.length;
  }
  const [head = '', text = ''] = answer.split('\r\n\r\n');
  return { head, text, sent };
}
