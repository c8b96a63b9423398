import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openS3Store } from '../../src/files/s3Store.js';
import { reachBucket } from '../../src/integrations/reachBucket.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { beginUpload, postForm } from '../support/visitorUploads.js';
import { botOf } from '../support/botOf.js';
import { openBucket, type TestBucket } from '../support/bucket.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf } from '../support/useApp.js';

let bucket: TestBucket;
let app: TestApp;
const rest = restOf(() => app);
beforeAll(async () => {
  bucket = await openBucket();
  const { settings } = bucket;
  app = await startTestApp({ ...settings, UPLOAD_LIMIT: '40 MB' });
});
afterAll(async () => {
  await app.close();
  await bucket.close();
});

const MB = 1_048_576;

function openStore(seen: (request: string) => void = () => undefined) {
  const { S3_ENDPOINT = '', S3_BUCKET = '', S3_ACCESS_KEY = '' } = bucket.settings;
  const key = { accessKey: S3_ACCESS_KEY, secretKey: S3_ACCESS_KEY, region: 'us-east-1' };
  const s3 = Object.freeze({ endpoint: S3_ENDPOINT, bucket: S3_BUCKET, ...key });
  const reached = reachBucket({ s3, outboundAllowedHosts: [] }, undefined);
  if (!reached) throw new Error('There is no bucket');
  return openS3Store({
    ...reached,
    fetch: (target, options) => {
      if (target instanceof Request) seen(`${target.method} ${target.url}`);
      return reached.fetch(target, options);
    },
  });
}

/** A stream of so many megabytes. */
function megabytes(count: number): Readable {
  return Readable.from(Array.from({ length: count }, (_, n) => Buffer.alloc(MB, n)));
}

describe('a bucket', () => {
  test('stores a file, returns it whole or in part, and deletes it', async () => {
    const store = openStore();
    expect(await store.save('wks_1/fil_1', Buffer.from('Hello Ada'), 100)).toBe(9);
    expect(await store.size('wks_1/fil_1')).toBe(9);
    expect(await text(await store.read('wks_1/fil_1'))).toBe('Hello Ada');
    expect(await text(await store.read('wks_1/fil_1', { start: 6, end: 7 }))).toBe('Ad');
    expect(await store.save('wks_1/fil_2', new Uint8Array(), 100)).toBe(0);
    for (const key of ['wks_1/fil_1', 'wks_1/fil_2', 'wks_1/fil_2']) await store.delete(key);
    expect(await store.size('wks_1/fil_1')).toBeUndefined();
    expect(await bucket.keys()).toEqual([]);
  });

  test('receives a large file in parts, and keeps nothing of one that is too large or breaks off', async () => {
    const store = openStore();
    expect(await store.save('wks_1/fil_3', megabytes(9), 40 * MB)).toBe(9 * MB);
    const from = { start: 8 * MB - 1, end: 8 * MB };
    const [before, after] = Buffer.concat(await (await store.read('wks_1/fil_3', from)).toArray());
    expect([before, after]).toEqual([7, 8]);
    await store.delete('wks_1/fil_3');
    const large = store.save('wks_1/fil_4', megabytes(9), 8 * MB);
    await expect(large).rejects.toMatchObject({ reason: 'PAYLOAD_TOO_LARGE' });
    expect(await bucket.keys()).toEqual([]);
  });

  test('gets a request to discard the parts of a file that breaks off', async () => {
    const asked: string[] = [];
    const store = openStore((url) => void asked.push(url));
    const content = Readable.from(
      (function* () {
        yield* Array.from({ length: 18 }, () => Buffer.alloc(MB));
        throw new Error('cut');
      })(),
    );
    await expect(store.save('wks_1/fil_5', content, 40 * MB)).rejects.toThrow('cut');
    const [part, end] = [/PUT .*partNumber=2&uploadId=(\w+)/, /DELETE .*fil_5\?uploadId=(\w+)/];
    const idBy = (pattern: RegExp) => pattern.exec(asked.join('\n'))?.[1];
    expect(idBy(part)).toEqual(expect.any(String));
    expect(idBy(end)).toBe(idBy(part));
  });

  test('that cannot be reached, or has other keys, fails clearly', async () => {
    const none = openS3Store({
      ...{ endpoint: 'http://127.0.0.1:1', bucket: 'none', region: 'us-east-1' },
      ...{ accessKey: 'a', secretKey: 'canary-secret', fetch: reached('http://127.0.0.1:1') },
    });
    const failed = none.save('wks_1/fil_1', new Uint8Array(1), 10);
    await expect(failed).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    const { S3_ENDPOINT: endpoint = '' } = bucket.settings;
    const wrong = openS3Store({
      ...{ endpoint, bucket: 'parley-files', region: 'us-east-1' },
      ...{ accessKey: 'unknown', secretKey: 'canary-secret', fetch: reached(endpoint) },
    });
    const refused: unknown = await wrong
      .save('wks_1/fil_1', new Uint8Array(1), 10)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'InvalidAccessKeyId' });
    expect(String(refused)).not.toContain('canary-secret');
  });
});

function reached(endpoint: string): typeof fetch {
  const s3 = { endpoint, bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' };
  return reachBucket({ s3, outboundAllowedHosts: [] }, undefined)?.fetch ?? fetch;
}

async function chatAt(options: object = {}) {
  const flow = {
    variables: { X: null },
    groups: { Start: [ask('file input', 'X', options), say('Thanks')] },
  };
  const made = await makePublished(rest, botOf(flow));
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId: made.publicId }));
  return { ...made, sessionId, resultId };
}

async function stage(sessionId: string, file: object) {
  const headers = { 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(file) };
  const response = await fetch(`${app.url}/api/v1/sessions/${sessionId}/uploads`, sent);
  return recordAt(await response.json());
}

/** Posts a file to the bucket; returns its address. */
async function upload(sessionId: string, content = 'Hello', file: object = {}): Promise<string> {
  const staged = await stage(sessionId, { fileName: 'cv.pdf', ...file });
  const url = textAt(staged, 'presignedUrl');
  expect(url).toContain(bucket.settings['S3_ENDPOINT']);
  expect((await postForm(url, recordAt(staged, 'formData'), content)).status).toBe(204);
  return textAt(staged, 'fileUrl');
}

describe('where files are in a bucket, a visitor', () => {
  test('sends an upload to it, is redirected to it, and the upload is deleted with the result', async () => {
    const { sessionId, botId, resultId } = await chatAt();
    const message = await upload(sessionId);
    expect((await fetch(message)).status).toBe(404);
    await bodyOf(rest.continueChat({ sessionId, message }));
    const { result } = await bodyOf(rest.getResult({ botId, resultId }));
    expect(partAt(result, 'answers.0')).toMatchObject({ content: message, storageUsed: 5 });
    const led = await fetch(message, { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('X-Amz-Expires=600'),
    ]);
    const shown = await fetch(message);
    expect([await shown.text(), shown.headers.get('content-type')]).toEqual([
      'Hello',
      'application/pdf',
    ]);
    expect(await bucket.keys()).toHaveLength(1);
    await bodyOf(rest.deleteResults({ botId, resultIds: [resultId] }));
    while ((await bucket.keys()).length > 0) await new Promise((done) => setTimeout(done, 50));
    expect((await fetch(message)).status).toBe(404);
  });

  test('may post only the agreed size and type, for ten minutes, under the given key', async () => {
    const { sessionId } = await chatAt();
    const staged = await stage(sessionId, { fileName: 'page.html', fileType: 'text/html' });
    const fields = recordAt(staged, 'formData');
    const policy: unknown = JSON.parse(Buffer.from(String(fields['Policy']), 'base64').toString());
    const conditions = partAt(policy, 'conditions');
    const key = expect.stringMatching(/^staged\/wks_\w+\/fil_\w+$/);
    expect(conditions).toEqual(
      expect.arrayContaining([
        ['content-length-range', 0, 40 * MB],
        { 'Content-Type': 'application/octet-stream' },
        { key },
      ]),
    );
  });

  test('cannot pass text off as an image, nor the upload of somebody else as their own', async () => {
    const [one, other] = [await chatAt({ visibility: 'Private' }), await chatAt()];
    const text = await upload(one.sessionId, '<script>', { fileName: 'a.png' });
    const foreign = await upload(other.sessionId);
    for (const message of [text, foreign, 'https://files.example.com/a.pdf']) {
      const reply = await bodyOf(rest.continueChat({ sessionId: one.sessionId, message }));
      expect(reply.input?.id).toBe('Start.1');
    }
    const notSent = textAt(await stage(one.sessionId, { fileName: 'a.pdf' }), 'fileUrl');
    const reply = await bodyOf(rest.continueChat({ sessionId: one.sessionId, message: notSent }));
    expect(reply.input?.id).toBe('Start.1');
  });

  test('cannot answer with an upload that is refused, and the owner of the bot reads why', async () => {
    const { sessionId, botId, resultId } = await chatAt();
    const page = await upload(sessionId, '<script>', { fileName: 'a.png' });
    const notSent = textAt(await stage(sessionId, { fileName: 'a.pdf' }), 'fileUrl');
    for (const message of [page, page, notSent]) {
      const reply = await bodyOf(rest.continueChat({ sessionId, message }));
      expect(reply.input?.id).toBe('Start.1');
    }
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const at = `${app.url}/api/v1/bots/${botId}/results/${resultId}/logs`;
    const logs = await (await fetch(at, { headers })).text();
    expect(logs).toContain('The file is not of the type image/png');
    expect(logs).toContain('Nothing was uploaded');
  });

  test('leaves nothing permanently by posting an accepted upload again', async () => {
    const { sessionId } = await chatAt();
    const staged = await stage(sessionId, { fileName: 'cv.pdf' });
    const post = () =>
      postForm(textAt(staged, 'presignedUrl'), recordAt(staged, 'formData'), 'Hello');
    await post();
    await bodyOf(rest.continueChat({ sessionId, message: textAt(staged, 'fileUrl') }));
    await post();
    const posted = async () => (await bucket.keys()).filter((key) => key.startsWith('staged/'));
    const key = textAt(staged, 'formData.key');
    const { tidy } = openStore();
    const nothing = async () => new Set<string>();
    await tidy(nothing);
    expect(await posted()).toContain(key);
    await bucket.age();
    await tidy(async (keys) => new Set(keys));
    expect(await posted()).toContain(key);
    await tidy(nothing);
    expect(await posted()).toEqual([]);
  });

  test('has an image stored under its real type, whatever its name says', async () => {
    const { sessionId } = await chatAt();
    const message = await upload(sessionId, 'GIF89a', { fileName: 'a.png' });
    const reply = await bodyOf(rest.continueChat({ sessionId, message }));
    expect(reply.input).toBeFalsy();
    expect((await fetch(message)).headers.get('content-type')).toBe('image/gif');
  });

  test('a private upload is served to people who may read the results, for ten minutes at a time', async () => {
    const { sessionId } = await chatAt({ visibility: 'Private' });
    const message = await upload(sessionId);
    await bodyOf(rest.continueChat({ sessionId, message }));
    expect((await fetch(message, { redirect: 'manual' })).status).toBe(404);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const led = await fetch(message, { headers, redirect: 'manual' });
    expect([led.status, led.headers.get('cache-control')]).toEqual([
      302,
      'private, no-store, no-transform',
    ]);
    const address = led.headers.get('location') ?? '';
    expect(await (await fetch(address)).text()).toBe('Hello');
    expect(address).toMatch(/X-Amz-Expires=600&.*X-Amz-Signature=[\da-f]{64}/);
  });
});

test('a member sends a file to the server, which stores it in the bucket, also after a connection that was cut', async () => {
  const { botId } = await makePublished(rest, botOf({ groups: {} }));
  const query = `mutation ($botId: ID!) { createFileUpload(input: { botId: $botId, fileName: "a.bin" }) {
    stagedUpload { url formData fileUrl } } }`;
  const { data } = await queryGraphql(app.url, { query, variables: { botId } });
  const staged = recordAt(data, 'createFileUpload.stagedUpload');
  const content = new Uint8Array(2 * MB);
  const token = partAt(staged, 'formData.token');
  const cut = await beginUpload(app.url, token, content.subarray(MB));
  cut.destroy();
  // Only this file counts: room that was reserved for other uploads is freed later.
  const [id = ''] = /fil_\w+/.exec(textAt(staged, 'fileUrl')) ?? [];
  const noted = 'select key from file_removal where strpos(key, $1) > 0';
  const attempts = () => rowsOf(app.databaseUrl, noted, [id]);
  while ((await attempts()).length > 0) await new Promise((done) => setTimeout(done, 20));
  const sent = await postForm(textAt(staged, 'url'), recordAt(staged, 'formData'), content);
  expect(sent.status).toBe(204);
  const shown = await fetch(textAt(staged, 'fileUrl'));
  expect((await shown.arrayBuffer()).byteLength).toBe(2 * MB);
  await rowsOf(app.databaseUrl, 'delete from bot where id = $1', [botId]);
  expect((await fetch(textAt(staged, 'fileUrl'))).status).toBe(404);
});

test('the page of the console may send files to the bucket', async () => {
  const policy = (await fetch(`${app.url}/console`)).headers.get('content-security-policy');
  expect(policy).toContain(`connect-src 'self' ${bucket.settings['S3_ENDPOINT']};`);
});
