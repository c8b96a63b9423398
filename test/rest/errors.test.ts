import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { failure } from '../support/failure.js';
import { rowsOf } from '../support/rows.js';
import { useApp } from '../support/useApp.js';
import { recordAt } from '../support/parts.js';

const app = useApp({ AUTHORING_BODY_LIMIT: '1 MB', CHAT_BODY_LIMIT: '64 KB' });

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const json = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };

async function ask(path: string, { method = 'POST', headers = json, body }: Asked = {}) {
  const response = await fetch(`${app().url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const START = '/api/v1/bots/nobody/startChat';

describe('REST refuses in JSON, with code, reason and request id,', () => {
  test.each([
    [
      'a body that is not JSON',
      '/api/v1/workspaces',
      { body: '{"name": ' },
      400,
      'PARSE_ERROR',
      'PARSE_ERROR',
    ],
    [
      'text after the JSON',
      '/api/v1/workspaces',
      { body: '{} {}' },
      400,
      'PARSE_ERROR',
      'PARSE_ERROR',
    ],
    [
      'a body that is a list',
      '/api/v1/workspaces',
      { body: '[]' },
      400,
      'BAD_REQUEST',
      'VALIDATION',
    ],
    ['a body that is null', START, { body: 'null' }, 400, 'BAD_REQUEST', 'VALIDATION'],
    ['a body that is a text', START, { body: '"hi"' }, 400, 'BAD_REQUEST', 'VALIDATION'],
    ['no body where one is needed', '/api/v1/bots', {}, 400, 'BAD_REQUEST', 'VALIDATION'],
    [
      'plain text',
      '/api/v1/workspaces',
      { headers: { ...json, 'content-type': 'text/plain' }, body: '{"name":"A"}' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form',
      START,
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'message=hi' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'an unknown encoding',
      START,
      { headers: { ...json, 'content-encoding': 'rot13' }, body: '{}' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'an unknown character set',
      START,
      { headers: { 'content-type': 'application/json; charset=klingon' }, body: '{}' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a message larger than the limit',
      START,
      { body: JSON.stringify({ message: 'x'.repeat(70_000) }) },
      413,
      'PAYLOAD_TOO_LARGE',
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a small body that swells beyond the limit',
      START,
      {
        headers: { ...json, 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(`{"message":"${'x'.repeat(1_000_000)}"}`)),
      },
      413,
      'PAYLOAD_TOO_LARGE',
      'PAYLOAD_TOO_LARGE',
    ],
    ['an unknown path', '/api/v1/bot', {}, 404, 'NOT_FOUND', 'ROUTE_NOT_FOUND'],
    ['an unknown path outside', '/nowhere', { method: 'GET' }, 404, 'NOT_FOUND', 'ROUTE_NOT_FOUND'],
    ['a path of another case', '/api/v1/BOTS', { body: '{}' }, 404, 'NOT_FOUND', 'ROUTE_NOT_FOUND'],
    [
      'no token',
      '/api/v1/workspaces',
      { headers: { 'content-type': 'application/json' }, body: '{"name":"A"}' },
      401,
      'UNAUTHORIZED',
      'UNAUTHENTICATED',
    ],
    [
      'a wrong token',
      '/api/v1/workspaces',
      { headers: { ...json, authorization: 'Bearer nonsense' }, body: '{"name":"A"}' },
      401,
      'UNAUTHORIZED',
      'UNAUTHENTICATED',
    ],
    [
      'no token, whatever is sent with none',
      '/api/v1/bots',
      { headers: { 'content-type': 'text/plain' }, body: '{"bot": ' },
      401,
      'UNAUTHORIZED',
      'UNAUTHENTICATED',
    ],
    [
      'another scheme',
      '/api/v1/workspaces',
      { headers: { ...json, authorization: `Basic ${TOKEN}` }, body: '{"name":"A"}' },
      401,
      'UNAUTHORIZED',
      'UNAUTHENTICATED',
    ],
    [
      'a broken escape in the path',
      '/api/v1/bots/%E0%A4%A/startChat',
      {},
      400,
      'BAD_REQUEST',
      'VALIDATION',
    ],
    ['a NUL in the path', '/api/v1/bots/%00/startChat', {}, 400, 'BAD_REQUEST', 'VALIDATION'],
    [
      'a NUL in a session id',
      '/api/v1/sessions/a%00/continueChat',
      {},
      400,
      'BAD_REQUEST',
      'VALIDATION',
    ],
    [
      '10000 levels of lists',
      START,
      { body: `{"prefilledVariables":{"a":${deep(10_000)}}}` },
      400,
      'BAD_REQUEST',
      'VALIDATION',
    ],
    [
      '10000 levels in a flow',
      '/api/v1/bots',
      { body: `{"workspaceId":"w","bot":{"theme":${deep(10_000)}}}` },
      400,
      'BAD_REQUEST',
      'VALIDATION',
    ],
    [
      '10000 levels as a message',
      START,
      { body: `{"message":${deep(10_000)}}` },
      400,
      'BAD_REQUEST',
      'VALIDATION',
    ],
  ] as const)('%s', async (_case, path, asked, status, code, reason) => {
    const answer = await ask(path, asked);
    expect(JSON.parse(answer.text)).toMatchObject(failure(code, reason));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('and says where in the request each fault is', async () => {
    const { text } = await ask('/api/v1/bots', { body: '{"bot":{"name":7,"groups":[{"id":1}]}}' });
    const { issues } = recordAt(JSON.parse(text));
    expect(issues).toEqual(
      expect.arrayContaining([{ path: ['workspaceId'], message: expect.any(String) }]),
    );
    expect(text).not.toContain('input.');
  });

  test('a wrong method, and names the right ones', async () => {
    const chat = '/api/v1/sessions/x/continueChat';
    for (const [method, path, allowed] of [
      ['GET', chat, 'POST'],
      ['DELETE', chat.replace('/api', ''), 'POST'],
      ['OPTIONS', chat, 'POST'],
      ['PUT', '/api/v1/bots/import', 'POST'],
      ['POST', '/api/v1/bots/x/results', 'GET, DELETE'],
    ]) {
      const { status, headers, text } = await ask(path ?? '', { method: method ?? '' });
      expect([status, headers.get('allow')]).toEqual([405, allowed]);
      expect(JSON.parse(text)).toMatchObject(
        failure('METHOD_NOT_SUPPORTED', 'METHOD_NOT_SUPPORTED'),
      );
    }
  });

  test('with a status alone where HEAD asks for no body', async () => {
    expect(await ask('/api/v1/bots/bot_none', { method: 'HEAD' })).toMatchObject({
      status: 404,
      text: '',
    });
    expect(await ask('/api/v1/sessions/x/continueChat', { method: 'HEAD' })).toMatchObject({
      status: 405,
      text: '',
    });
    expect(await ask('/healthz', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test.each([
    [
      'a header of 100 KB',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    ['a request that is not HTTP', 'hello?\r\n\r\n', 400],
  ])('%s', async (_case, request, status) => {
    const { hostname, port } = new URL(app().url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => (answer += part));
    // The server closes the connection before it has read everything.
    socket.on('error', () => undefined).write(request);
    await once(socket, 'close');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject(
      failure('BAD_REQUEST', 'VALIDATION'),
    );
  });
});

test('a browser of any page may send a preflight request, and call', async () => {
  const preflight = await ask(START, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, authorization',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type, authorization');
  const call = await ask(START, { headers: { origin: 'https://page.example' } });
  expect(call.headers.get('access-control-allow-origin')).toBe('*');
});

test('a refused request leaves nothing behind', async () => {
  const count = 'select count(*)::int from workspace';
  const before = await rowsOf(app().databaseUrl, count);
  await ask('/api/v1/workspaces', { body: '{"name":"A"' });
  await ask('/api/v1/workspaces', { body: '{"name":7}' });
  expect(await rowsOf(app().databaseUrl, count)).toEqual(before);
});
