import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { beginUpload, visitorsOf } from '../support/visitorUploads.js';
import { ask, type BlockSketch } from '../support/flowOf.js';
import { partAt, recordAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, openTransport, transportNames } from '../support/transports.js';
import { until } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';

const app = useApp({ UPLOAD_LIMIT: '1 KB', STORAGE_LIMIT: '64 KB' });
const rest = restOf(app);
const transports = transportNames.map((name) => openTransport(name, () => app().url));
const multiple = { isMultipleAllowed: true };

const { chatAt, post, stage, upload, send, storedFiles } = visitorsOf(app);

describe('a visitor', () => {
  test('uploads a file and sends it; its bytes count for the answer and the workspace', async () => {
    const { botId, resultId, sessionId, workspaceId } = await chatAt(
      ask('file input', 'X', multiple),
    );
    const [one, other] = [await send(sessionId), await send(sessionId, 'Hello Ada')];
    expect(one).toMatch(/\/files\/fil_[a-z\d]{37}\.pdf$/);
    expect(await (await fetch(one)).text()).toBe('Hello');
    const message = `${one}, ${other}`;
    await bodyOf(rest.continueChat({ sessionId, message }));
    const { result } = await bodyOf(rest.getResult({ botId, resultId }));
    expect(partAt(result, 'answers.0')).toMatchObject({ content: message, storageUsed: 14 });
    const query = 'query ($id: ID!) { workspace(id: $id) { storageUsed } }';
    expect(await graphql(query, { id: workspaceId })).toEqual({ workspace: { storageUsed: 14 } });
    await bodyOf(rest.deleteResults({ botId, resultIds: [resultId] }));
    expect((await fetch(one)).status).toBe(404);
    expect(await graphql(query, { id: workspaceId })).toEqual({ workspace: { storageUsed: 0 } });
  });

  test('uploads in the form that existing widgets call', async () => {
    const { sessionId } = await chatAt(ask('file input', 'X'));
    const file = { fileName: 'photo.png', fileType: 'image/png' };
    const called = await post('/api/v3/generate-upload-url', {
      sessionId,
      blockId: 'Start.1',
      ...file,
    });
    expect(called).toEqual({
      status: 200,
      body: {
        presignedUrl: `${app().url}/files/uploads`,
        formData: { token: expect.any(String) },
        fileUrl: expect.stringMatching(/fil_[a-z\d]{37}\.png$/),
      },
    });
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect((await upload(called.body, png, { 'Content-Type': 'image/png' })).status).toBe(204);
  });

  test('attaches a file to a text, and speaks an answer', async () => {
    const options = { attachments: { isEnabled: true }, audioClip: { isEnabled: true } };
    const text = await chatAt(ask('text input', 'X', options));
    const url = await send(text.sessionId);
    const message = { type: 'text' as const, text: 'See there', attachedFileUrls: [url] };
    await bodyOf(rest.continueChat({ sessionId: text.sessionId, message }));
    const { result } = await bodyOf(rest.getResult({ botId: text.botId, resultId: text.resultId }));
    expect(partAt(result, 'answers.0')).toMatchObject({ content: 'See there', storageUsed: 5 });
    const spoken = await chatAt(ask('text input', 'X', options));
    const clip = await send(spoken.sessionId, 'Hello', { fileType: 'audio/webm; codecs=opus' });
    expect(clip).toMatch(/\.webm$/);
  });
});

describe('an upload is refused', () => {
  test.each([
    ['where the chat waits for a text', ask('text input'), {}],
    ['of a type that the input does not take', only('.png'), { fileName: 'cv.pdf' }],
    ['whose name claims another type', only('.png'), { fileName: 'cv.png', fileType: 'text/html' }],
    ['that says it is too large', ask('file input'), { fileSize: 1_025 }],
  ])('%s', async (_case, input, file) => {
    const { sessionId } = await chatAt(input);
    const { status, body } = await stage(sessionId, { fileName: 'cv.pdf', ...file });
    expect([status, partAt(body, 'reason')]).toEqual([400, 'UPLOAD_REFUSED']);
  });

  test('that is larger than allowed, or not of its type; nothing of it stays', async () => {
    const { sessionId, workspaceId } = await chatAt(ask('file input'));
    const { body: large } = await stage(sessionId, { fileName: 'a.bin' });
    expect(await upload(large, 'x'.repeat(1_025))).toEqual({
      status: 413,
      reason: 'PAYLOAD_TOO_LARGE',
    });
    expect((await upload(large, 'x'.repeat(100_000))).status).toBe(413);
    const { body: page } = await stage(sessionId, { fileName: 'a.png' });
    expect(await upload(page, '<script>')).toEqual({ status: 400, reason: 'UPLOAD_REFUSED' });
    expect(await storedFiles(workspaceId)).toEqual([]);
    // A refused upload can be sent again in the right form.
    expect((await upload(large, 'x'.repeat(1_024))).status).toBe(204);
  });

  test('whose token comes after the file', async () => {
    const { sessionId } = await chatAt(ask('file input'));
    const { body } = await stage(sessionId, { fileName: 'a.bin' });
    const form = new FormData();
    form.append('file', new Blob(['Hello']), 'a.bin');
    form.append('token', textAt(body, 'formData.token'));
    const sent = await fetch(textAt(body, 'presignedUrl'), { method: 'POST', body: form });
    expect(await sent.json()).toMatchObject({
      reason: 'UPLOAD_REFUSED',
      message: 'The form has no field "token" before the file',
    });
  });

  test('whose token was changed, used or is too old', async () => {
    const { sessionId } = await chatAt(ask('file input'));
    const { body } = await stage(sessionId, { fileName: 'a.bin' });
    const token = textAt(body, 'formData.token');
    const [id, most, until, signature] = token.split('.');
    const refused = { status: 400, reason: 'UPLOAD_REFUSED' };
    for (const changed of [
      '',
      'x',
      [id, 9_999_999, until, signature].join('.'),
      [id, most, Number(until) + 1, signature].join('.'),
    ]) {
      expect(await upload(body, 'Hello', { token: changed })).toEqual(refused);
    }
    expect((await upload(body, 'Hello')).status).toBe(204);
    expect(await upload(body, 'Other')).toEqual(refused);
    expect(await (await fetch(textAt(body, 'fileUrl'))).text()).toBe('Hello');
  });

  test('beyond twenty that are not yet sent, and beyond what the workspace may store', async () => {
    const { sessionId, workspaceId, botId } = await chatAt(ask('file input'));
    const { body: staged } = await stage(sessionId, { fileName: 'a.bin' });
    for (let n = 1; n < 20; n += 1) await stage(sessionId, { fileName: 'a.bin' });
    const { body } = await stage(sessionId, { fileName: 'a.bin' });
    expect(partAt(body, 'reason')).toBe('UPLOAD_REFUSED');
    // A quarter of an hour later, when none of these uploads is expected any more.
    await rowsOf(app().databaseUrl, 'delete from file_removal where bot_id = $1', [botId]);
    await rowsOf(
      app().databaseUrl,
      'update file set is_used = true, bytes = 9999 where bot_id = $1',
      [botId],
    );
    const full = await stage(sessionId, { fileName: 'a.bin' });
    expect([full.status, partAt(full.body, 'reason')]).toEqual([507, 'STORAGE_FULL']);
    // Nor is an upload accepted that was staged while there was room.
    expect(await upload(staged, 'x')).toEqual({ status: 507, reason: 'STORAGE_FULL' });
    expect(await storedFiles(workspaceId)).toEqual([]);
  });

  test.each([
    ['no form', 'text/plain', 'Hello', 415],
    [
      'a form without a file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n1\r\n--x--\r\n',
      400,
    ],
    [
      'a form that ends in the middle',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nHel',
      400,
    ],
    ['no form in spite of its type', 'multipart/form-data; boundary=x', 'Hello', 400],
  ])('that is %s', async (_case, type, body, status) => {
    const headers = { 'Content-Type': type };
    const response = await fetch(`${app().url}/files/uploads`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
  });
});

test('an upload whose connection is cut leaves nothing, and can be started again', async () => {
  const { sessionId, workspaceId } = await chatAt(ask('file input', 'X'));
  const { body } = await stage(sessionId, { fileName: 'a.bin' });
  const socket = await beginUpload(app().url, partAt(body, 'formData.token'), 'Hel');
  const unfinished = path.join(app().dataDir, 'files', 'unfinished');
  const drafts = async () => (await readdir(unfinished).catch(() => [])).length;
  await until(async () => (await drafts()) === 1);
  socket.destroy();
  await until(async () => (await drafts()) === 0);
  expect(await storedFiles(workspaceId)).toEqual([]);
  expect((await upload(body, 'Hello')).status).toBe(204);
});

describe('where files are private,', () => {
  const input = ask('file input', 'X', { visibility: 'Private' });

  test('only people who may read the results can read them', async () => {
    const { sessionId, botId, resultId } = await chatAt(input);
    const url = await send(sessionId);
    expect((await fetch(url)).status).toBe(404);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect((await fetch(url, { headers })).status).toBe(200);
    await bodyOf(rest.continueChat({ sessionId, message: url }));
    const query = `query ($id: ID!, $resultId: ID!) {
      bot(id: $id) { result(id: $resultId) { answers { files { name type bytes url } } } } }`;
    const shown = await graphql(query, { id: botId, resultId });
    const file = recordAt(shown, 'bot.result.answers.0.files.0');
    expect(file).toMatchObject({ name: 'cv.pdf', type: 'application/pdf', bytes: 5 });
    expect(await (await fetch(textAt(file, 'url'))).text()).toBe('Hello');
  });

  const uploads = { isEnabled: true, visibility: 'Private' };
  const text = (url: string, attachedFileUrls = [url]) => ({
    type: 'text',
    text: 'Hi',
    attachedFileUrls,
  });
  test.each([
    ['an answer', input, (url: string) => url],
    ['an attachment', ask('text input', 'X', { attachments: uploads }), text],
    [
      'a recording',
      ask('text input', 'X', { audioClip: uploads }),
      (url: string) => ({ type: 'audio', url }),
    ],
  ])(
    'the address of a foreign file, or of another chat, is not %s',
    async (_as, asks, messageOf) => {
      const [chat, other] = [await chatAt(asks), await chatAt(asks)];
      const url = await send(other.sessionId, 'Hello', { fileName: 'a.mp3' });
      for (const transport of transports) {
        for (const foreign of ['https://files.example.com/a.mp3', url, `${url}?`]) {
          const sent = { sessionId: chat.sessionId, message: messageOf(foreign) };
          const { input: again } = await bodyOf(transport.continueChat(sent));
          expect(again?.id).toBe('Start.1');
        }
      }
      const { result } = await bodyOf(
        rest.getResult({ botId: chat.botId, resultId: chat.resultId }),
      );
      expect(partAt(result, 'answers')).toEqual([]);
    },
  );
});

test.each(['Auto', 'Public', undefined])(
  'where their visibility is %s, files are for everybody, and those of other servers are taken',
  async (visibility) => {
    const input = ask('file input', 'X', { visibility });
    for (const transport of transports) {
      const [chat, elsewhere] = [await chatAt(input), await chatAt(input)];
      const own = await send(chat.sessionId);
      expect((await fetch(own)).status).toBe(200);
      const foreign = 'https://files.example.com/a.pdf';
      for (const [{ sessionId }, message] of [
        [chat, own],
        [elsewhere, foreign],
      ] as const) {
        const { messages } = await bodyOf(transport.continueChat({ sessionId, message }));
        expect(JSON.stringify(messages)).toContain(`Got ${message}`);
      }
    }
  },
);

function only(type: string): BlockSketch {
  return ask('file input', undefined, { allowedFileTypes: { isEnabled: true, types: [type] } });
}

async function graphql(query: string, variables: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${app().url}/graphql`, { method: 'POST', headers, body });
  return recordAt(await response.json(), 'data');
}
