import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { sendRaw, type RawAsked } from '../support/rawSocket.js';
import { partAt, recordAt } from '../support/parts.js';

const LIMIT = 64 * 1024;
const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const limits = { AUTHORING_BODY_LIMIT: '64 KB', CHAT_BODY_LIMIT: '64 KB' };
  const settings = { LOG_LEVEL: 'info', NODE_ENV: 'production', ...limits };
  app = await startTestApp(settings, (line) => lines.push(line));
});
afterAll(async () => app.close());

const json = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
const MAKE = '/api/v1/workspaces';
const START = '/v1/bots/none/startChat';

const made = { name: 'Größe' };
const query = `mutation ($input: CreateWorkspaceInput!) {
  createWorkspace(input: $input) { workspace { name } }
}`;

/** The two transports that accept JSON, each with a body and the expected response. */
const transports = [
  ['REST', MAKE, made, { workspace: made }],
  [
    'GraphQL',
    '/graphql',
    { query, variables: { input: made } },
    { data: { createWorkspace: { workspace: made } } },
  ],
] as const;

const whole = (body: string | Uint8Array, headers = {}): RawAsked => ({
  method: 'POST',
  headers: { ...json, 'content-length': String(Buffer.byteLength(body)), ...headers },
  parts: [body],
});
const chunked = (parts: readonly (string | Uint8Array)[], headers = {}): RawAsked => ({
  method: 'POST',
  headers: { ...json, 'transfer-encoding': 'chunked', ...headers },
  parts,
});

describe.each(transports)('%s accepts a body', (_transport, path, body, reply) => {
  const text = JSON.stringify(body);
  const bytes = Buffer.from(text);
  // Within a character of two bytes, where there is one.
  const cut = Math.max(bytes.indexOf(0xc3) + 1, 5);
  const halves = [bytes.subarray(0, cut), bytes.subarray(cut)];
  test.each<[string, RawAsked]>([
    ['in one piece', whole(text)],
    ['in two pieces', { ...whole(text), parts: halves }],
    ['of a length that is not said', chunked(halves)],
    ['with a byte order mark', whole(`\uFEFF${text}`)],
    ['with space around it', whole(` \r\n\t${text}\n`)],
    ['that says it is UTF-8', whole(text, { 'content-type': 'Application/JSON; Charset=UTF-8' })],
    ['that says so in quotes', whole(text, { 'content-type': 'application/json;charset="utf-8"' })],
    ['of a type made of JSON', whole(text, { 'content-type': 'application/problem+json' })],
    ['of such a type, in chunks', chunked([text], { 'content-type': 'application/vnd.x+json' })],
    ['with another parameter', whole(text, { 'content-type': 'application/json; profile="a;b"' })],
    [
      'in UTF-16',
      whole(Buffer.from(text, 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }),
    ],
    ['that is not compressed, and says so', whole(text, { 'content-encoding': 'identity' })],
    ['compressed with gzip', whole(gzipSync(text), { 'content-encoding': 'gzip' })],
    ['compressed with deflate', chunked([deflateSync(text)], { 'content-encoding': 'deflate' })],
    ['compressed with brotli', whole(brotliCompressSync(text), { 'content-encoding': 'br' })],
    ['as large as it may be', whole(text.padEnd(LIMIT - bytes.length + text.length))],
    ['as large, in chunks', chunked([text, ' '.repeat(LIMIT - bytes.length)])],
  ])('%s', async (_how, asked) => {
    const answer = await sendRaw(app.url, path, asked);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject(reply);
  });

  const bad = text.slice(0, -1);
  test.each<[string, RawAsked, number, string]>([
    [
      'a byte too large',
      whole(text.padEnd(LIMIT - bytes.length + text.length + 1)),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a byte too large, in chunks',
      chunked([text, ' '.repeat(LIMIT - bytes.length + 1)]),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['cut off', whole(bad), 400, 'PARSE_ERROR'],
    ['cut off, in chunks', chunked([bad]), 400, 'PARSE_ERROR'],
    ['of one byte that is no text', whole(Buffer.from([0xff])), 400, 'PARSE_ERROR'],
    ['of spaces', whole('  '), 400, 'PARSE_ERROR'],
    [
      'that is not gzip but says so',
      whole(text, { 'content-encoding': 'gzip' }),
      400,
      'VALIDATION',
    ],
    [
      'in an unknown encoding',
      whole(text, { 'content-encoding': 'rot13' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'in Latin-1',
      whole(text, { 'content-type': 'application/json; charset=latin1' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  ])('but none %s', async (_what, asked, status, reason) => {
    const answer = await sendRaw(app.url, path, asked);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ reason, message: expect.any(String) });
  });
});

describe('a body that is not an object', () => {
  test.each(['[]', 'null', '7', '"text"'])('is refused by REST: %s', async (body) => {
    for (const asked of [whole(body), chunked([body])]) {
      const { status, text } = await sendRaw(app.url, MAKE, asked);
      const message = 'The body must be a JSON object';
      expect([status, JSON.parse(text)]).toMatchObject([400, { reason: 'VALIDATION', message }]);
    }
  });

  test.each(['null', '7', '"text"'])('is not even JSON to GraphQL: %s', async (body) => {
    for (const asked of [whole(body), chunked([body])]) {
      const { status, text } = await sendRaw(app.url, '/graphql', asked);
      expect([status, partAt(JSON.parse(text), 'reason')]).toEqual([400, 'PARSE_ERROR']);
    }
  });
});

describe('a missing body', () => {
  test.each<[string, RawAsked]>([
    ['at all', { method: 'POST', headers: {} }],
    ['of a length of nothing', whole('')],
    ['in no chunk', chunked([])],
    ['but a byte order mark', whole('\uFEFF')],
  ])('%s starts a chat', async (_what, asked) => {
    const { text } = await sendRaw(app.url, START, asked);
    expect(partAt(JSON.parse(text), 'reason')).toBe('BOT_NOT_FOUND');
  });

  test('is refused where a body is required, and so is a body of another type', async () => {
    const reasonOf = async (asked: RawAsked) =>
      partAt(JSON.parse((await sendRaw(app.url, MAKE, asked)).text), 'reason');
    expect(await reasonOf(whole(''))).toBe('VALIDATION');
    expect(await reasonOf(chunked([]))).toBe('VALIDATION');
    expect(await reasonOf(whole('{}', { 'content-type': 'text/json' }))).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expect(await reasonOf(whole('{}', { 'content-type': ';' }))).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});

test('a key that replaces a prototype is a member like any other', async () => {
  const poison = '{"__proto__":{"name":"A","isAdmin":true},"constructor":{"prototype":{"x":1}}}';
  const { status, text } = await sendRaw(app.url, MAKE, whole(poison));
  expect([status, partAt(JSON.parse(text), 'reason')]).toEqual([400, 'VALIDATION']);
  const inside = '{"message":{"type":"text","text":"a","__proto__":{"x":1}},"__proto__":{}}';
  expect(partAt(JSON.parse((await sendRaw(app.url, START, whole(inside))).text), 'reason')).toBe(
    'BOT_NOT_FOUND',
  );
  expect({}).not.toHaveProperty('isAdmin');
});

describe('a caller that leaves in the middle of its body', () => {
  const head = `Host: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
  const requests = () =>
    lines
      .map((line) => recordAt(JSON.parse(line)))
      .filter(({ url }) => String(url).includes('?leaver'));
  test.each([
    ['REST', MAKE, 'Content-Length: 100\r\n\r\n{"name":', 'createWorkspace'],
    ['REST, in chunks', MAKE, 'Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n', 'createWorkspace'],
    ['REST, compressed', START, 'Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\n', 'startChat'],
    ['REST, with too much', START, 'Content-Length: 99999\r\n\r\n{}', 'startChat'],
    ['GraphQL', '/graphql', 'Content-Length: 100\r\n\r\n{"query":', undefined],
  ])('is noted as such, and as no bug: %s', async (_transport, path, rest, operation) => {
    const before = requests().length;
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    // The server has read the headers when it answers `Expect: 100-continue`.
    socket.write(`POST ${path}?leaver=1 HTTP/1.1\r\nExpect: 100-continue\r\n${head}${rest}`);
    await once(socket, 'data');
    socket.destroy();
    while (requests().length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    const [line] = requests().slice(-1);
    expect(line).toMatchObject({ method: 'POST', status: 499, ...(operation && { operation }) });
    expect(lines.filter((text) => text.includes('"bug"'))).toEqual([]);
    expect((await sendRaw(app.url, START, whole('{}'))).status).toBe(404);
  });
});

describe('a body that is quick to send and slow to parse', () => {
  let large: TestApp;
  beforeAll(async () => {
    large = await startTestApp();
  });
  afterAll(async () => large.close());

  const million = 1_000_000;
  test.each([
    ['of a million lists within each other', `${'['.repeat(million)}${']'.repeat(million)}`],
    ['of a million objects within each other', `${'{"a":'.repeat(million)}1${'}'.repeat(million)}`],
    ['of a million lists beside each other', `[${'[],'.repeat(million)}1]`],
    ['of a million numbers', `[${'1,'.repeat(million)}1]`],
  ])('is refused before it is read: %s', async (_what, json) => {
    const body = `{"query":"{ viewer { user { id } } }","variables":{"a":${json}}}`;
    for (const asked of [whole(body), chunked([body])]) {
      const { status, text } = await sendRaw(large.url, '/graphql', asked);
      expect([status, partAt(JSON.parse(text), 'reason')]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });

  test('is not recognised by its length or by the content of its texts', async () => {
    const name = '[{,\\"'.repeat(100_000);
    const body = `{"query":"{ __typename }","variables":{"a":${JSON.stringify(name)}}}`;
    expect((await sendRaw(large.url, '/graphql', whole(body))).status).toBe(200);
  });
});
