import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { sendRaw, openRaw } from '../support/rawHttp.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const transport = restOf(app);
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
