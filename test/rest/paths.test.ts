import { describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { failure } from '../support/failure.js';
import { partAt } from '../support/parts.js';
import { openRaw, type RawAsked, sendRaw } from '../support/rawSocket.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const transport = restOf(app);
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
const ask = (path: string, asked: RawAsked = {}) => sendRaw(app().url, path, { headers, ...asked });

const START = '/v1/bots/none/startChat';
const noRoute = [404, 'ROUTE_NOT_FOUND'] as const;
const noBot = [404, 'BOT_NOT_FOUND'] as const;
const unreadable = [400, 'VALIDATION'] as const;
const otherMethod = [405, 'METHOD_NOT_SUPPORTED'] as const;

describe('an address', () => {
  test.each([
    ['with /api before it', 'POST', `/api${START}`, noBot],
    ['without', 'POST', START, noBot],
    ['with /API before it', 'POST', `/API${START}`, noBot],
    ['with a slash at its end', 'POST', `${START}/`, noBot],
    ['with a slash and a query at its end', 'POST', `/api${START}/?a=b`, noBot],
    ['as proxies are sent it', 'POST', `http://elsewhere.example/api${START}?a=/`, noBot],
    ['with a fragment', 'POST', `${START}#/x`, noBot],
    ['with dots in the place of an id', 'POST', '/v1/bots/../startChat', noBot],
    ['that names a literal by another method', 'GET', '/v1/bots/import', noBot],
    ['with a slash in an id, escaped', 'POST', '/v1/bots/a%2Fb/startChat', noBot],
    ['with /api twice', 'POST', `/api/api${START}`, noRoute],
    ['with two slashes at its end', 'POST', `${START}//`, noRoute],
    ['with two slashes at its beginning', 'POST', `/${START}`, noRoute],
    ['with two slashes after /api', 'POST', `/api/${START}`, noRoute],
    ['with nothing in the place of an id', 'POST', '/v1/bots//startChat', noRoute],
    ['with an escape in a literal', 'POST', '/v1/b%6Fts/none/startChat', noRoute],
    ['of another case', 'POST', '/v1/bots/none/startchat', noRoute],
    ['that goes on', 'POST', `${START}/more`, noRoute],
    ['that stops short', 'POST', '/api/v1', noRoute],
    ['of /api alone', 'GET', '/api', noRoute],
    ['of another member of every object', 'GET', '/v1/__proto__', noRoute],
    ['with a broken escape', 'POST', '/v1/bots/%E0%A4%A/startChat', unreadable],
    ['with half an escape', 'POST', '/v1/bots/%/startChat', unreadable],
    ['with a broken escape, by another method', 'GET', '/v1/bots/%E0%A4%A/startChat', unreadable],
    ['of chats asked with GET', 'GET', START, otherMethod],
    ['of another case at its beginning', 'POST', '/V1/bots/none/startChat', noRoute],
    ['of a host that is none', 'GET', 'http://[x/', unreadable],
  ])('%s', async (_what, method, path, [status, reason]) => {
    const answer = await ask(path, { method });
    expect([answer.status, partAt(JSON.parse(answer.text), 'reason')]).toEqual([status, reason]);
  });

  test('may have escapes in its ids', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(interview));
    const escaped = Array.from(Buffer.from(botId), (byte) => `%${byte.toString(16)}`).join('');
    const { status, text } = await ask(`/api/v1/bots/${escaped}/?x=%`);
    expect([status, partAt(JSON.parse(text), 'bot.publicId')]).toEqual([200, publicId]);
  });

  test('is parsed with its query', async () => {
    const { botId } = await makePublished(transport, botOf(interview));
    const results = `/v1/bots/${botId}/results`;
    expect((await ask(`${results}?limit=5&limit%20=&=&a#?limit=x`)).status).toBe(200);
    for (const query of ['limit=x', 'limit=1&limit=2', 'limit=', 'limit=5%', '%6Cimit=x']) {
      expect(JSON.parse((await ask(`${results}?${query}`)).text)).toMatchObject(
        failure('BAD_REQUEST', 'VALIDATION'),
      );
    }
  });
});

describe('a wrong method at an address', () => {
  test.each([
    ['PUT', '/v1/bots/x/results', 'GET, DELETE', 'use GET or DELETE'],
    ['POST', '/v1/bots/x/', 'GET, PATCH, DELETE', 'use GET or PATCH or DELETE'],
    ['OPTIONS', '/api/v1/workspaces', 'GET, POST', 'use GET or POST'],
    ['PUT', '/v1/bots/import', 'POST', 'use POST'],
    ['GET', '/v1/invitations/accept', 'POST', 'use POST'],
    ['TRACE', START, 'POST', 'use POST'],
    ['PROPFIND', START, 'POST', 'use POST'],
  ])('%s %s is told which there are', async (method, path, allowed, words) => {
    const { status, headers: sent, text } = await ask(path, { method });
    expect([status, sent.allow]).toEqual([405, allowed]);
    const message = `${method} is not supported here; ${words}`;
    expect(JSON.parse(text)).toMatchObject({ reason: 'METHOD_NOT_SUPPORTED', message });
  });

  test('is refused before the token and the body are checked', async () => {
    const answer = await ask('/v1/workspaces', { method: 'PUT', headers: {}, parts: ['{'] });
    expect(answer.status).toBe(405);
  });
});

test('HEAD gets the headers that GET would get, without the body', async () => {
  const { botId } = await makePublished(transport, botOf(interview));
  const path = `/v1/bots/${botId}`;
  const [got, head] = [await ask(path), await ask(path, { method: 'HEAD' })];
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers['content-type']).toBe(got.headers['content-type']);
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(got.text)));
});

test('a preflight request of a browser gets an empty answer at every address', async () => {
  const asked = {
    method: 'OPTIONS',
    headers: { origin: 'https://page.example', 'access-control-request-method': 'POST' },
  };
  for (const path of ['/graphql', START, '/nowhere', '/v1/bots/%/startChat']) {
    const { status, headers: sent, text } = await ask(path, asked);
    expect([status, text]).toEqual([204, '']);
    expect(sent).not.toHaveProperty('content-type');
    expect(sent).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '',
      'access-control-max-age': '86400',
      'x-request-id': expect.any(String),
    });
  }
});

describe('GraphQL', () => {
  const parts = ['{"query":"{ __typename }"}'];
  test.each([
    ['/graphql', 'POST', 200],
    ['/graphql/', 'POST', 200],
    ['/graphql?a=b', 'POST', 200],
    ['http://elsewhere.example/graphql', 'POST', 200],
    ['/graphql', 'PUT', 405],
    ['/graphqls', 'POST', 404],
    ['/api/graphql', 'POST', 404],
  ])('at %s, asked with %s: %d', async (path, method, status) => {
    expect((await ask(path, { method, parts })).status).toBe(status);
  });

  test('also answers GET, with its parameters in any order', async () => {
    const asked = { headers: { 'apollo-require-preflight': '1' } };
    const { status, text } = await ask('/graphql?x=1&query=%7B__typename%7D', asked);
    expect([status, JSON.parse(text)]).toMatchObject([200, { data: { __typename: 'Query' } }]);
  });
});

describe('the events of a chat are sent', () => {
  const [json, stream] = ['application/json', 'text/event-stream'];
  test.each([
    ['text/event-stream', stream],
    ['TEXT/Event-Stream', stream],
    ['text/*', stream],
    ['text/event-stream, */*', stream],
    ['text/event-stream, application/json', stream],
    ['text/event-stream;q=0.9, application/json;q=0.8', stream],
    ['application/json;q=0, */*', stream],
    ['text/event-stream ; q=0.5', stream],
    ['text/html, text/*;q=0.2', stream],
    ['text/event-stream;q=', stream],
    [undefined, json],
    ['', json],
    ['*/*', json],
    ['application/*, text/*', json],
    ['text/*, application/json', json],
    ['application/json, text/event-stream', json],
    ['text/event-stream;q=0.8, application/json;q=0.9', json],
    ['text/event-stream;q=0', json],
    ['text/event-stream;q=0, */*', json],
    ['text/event-stream;q=none', json],
    ['text/event-stream;charset=latin1', json],
    ['text/event-stream;charset=latin1, */*', json],
    ['text/html', json],
    ['text', json],
    [',;,', json],
  ])('to who accepts %j as %s', async (accept, type) => {
    const { publicId } = await makePublished(transport, botOf(interview));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    const asked = { headers: accept === undefined ? {} : { accept } };
    const answer = await openRaw(app().url, `/v1/sessions/${sessionId}/events`, asked);
    answer.destroy();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      `${type}; charset=utf-8`,
    ]);
  });
});

const authorization = `Bearer ${TOKEN}`;

const json = { 'content-type': 'application/json' };

test('no cache may store a reply to a caller with a token', async () => {
  const { botId, publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const query = (text: string) => [JSON.stringify({ query: text })];
  const replies = [
    ['GET', '/v1/workspaces', {}, []],
    ['GET', `/v1/bots/${botId}`, {}, []],
    ['GET', '/v1/bots/bot_none', {}, []],
    ['GET', '/v1/users/me', { authorization: 'Bearer nobody' }, []],
    ['DELETE', '/v1/users/me', {}, []],
    ['GET', '/v1/nowhere', {}, []],
    ['GET', '/%zz', {}, []],
    ['POST', '/v1/workspaces', json, ['{']],
    ['POST', '/v1/workspaces', { 'content-type': 'text/plain' }, ['x']],
    ['POST', '/v1/workspaces', json, [`"${'x'.repeat(9_000_000)}"`]],
    ['POST', `/v1/sessions/${sessionId}/continueChat`, json, ['{"message":"Ada"}']],
    ['POST', '/graphql', json, query('{ viewer { user { id } } }')],
    ['POST', '/graphql', json, query('{ nothing }')],
    ['POST', '/graphql', json, ['{']],
    ['GET', '/graphql?query={viewer{user{id}}}', { 'apollo-require-preflight': '1' }, []],
    ['GET', '/v1/exports/job_none/none', {}, []],
    ['GET', '/sign-in', {}, []],
  ] as const;
  for (const [method, path, headers, parts] of replies) {
    const answer = await sendRaw(app().url, path, {
      method,
      headers: { authorization, ...headers },
      parts,
    });
    const kept = String(answer.headers['cache-control']);
    expect([method, path, answer.status, kept]).toEqual([
      method,
      path,
      answer.status,
      expect.stringMatching(/\bno-store\b/),
    ]);
  }
  const headers = { authorization, accept: 'text/event-stream' };
  const stream = await openRaw(app().url, `/v1/sessions/${sessionId}/events`, { headers });
  expect(stream.headers['cache-control']).toContain('no-store');
  stream.destroy();
});

test('the answer to an unreadable request may not be stored either', async () => {
  const answer = await sendRaw(app().url, '/', { headers: { x: 'y'.repeat(20_000) } });
  expect([answer.status, answer.headers['cache-control']]).toEqual([431, 'no-store']);
});

test('the files of pages may be cached', async () => {
  const { headers } = await sendRaw(app().url, '/docs/swagger-ui.css');
  expect(headers['cache-control']).toBe('public, max-age=3600');
});
