import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { OutsideEffect } from '../../src/engine/index.js';
import { createHttp } from '../../src/integrations/http.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import { recordAt } from '../support/parts.js';
import { standIn } from '../support/standIn.js';
import { readBody } from '../support/useServer.js';

interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: unknown;
}

/** The requests to the service, and its next responses; with status 0 it does not answer. */
const seen: Seen[] = [];
const replies: { status: number; body: string; type?: string }[] = [];
const server = createServer((request, response) => {
  readBody(request, (bytes) => {
    const text = bytes.toString();
    const { method, url: path, headers } = request;
    seen.push({ method, path, headers, body: text === '' ? undefined : JSON.parse(text) });
    const {
      status,
      body,
      type = 'application/json',
    } = replies.shift() ?? { status: 200, body: '{}' };
    if (status > 0) response.writeHead(status, { 'content-type': type }).end(body);
  });
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  replies.length = 0;
});

/** Runs `type: action` with a key that must not appear anywhere. */
function run(service: string, options: object, origin: Partial<EffectOrigin> = {}) {
  const [type = '', action = ''] = service.split(': ');
  const http = createHttp({ allowedHosts: ['127.0.0.1'] });
  const data = { apiKey: 'canary', baseUrl: address, host: address };
  const openSecrets = async () => ({ type, data });
  const addresses = new Map([[type, address]]);
  const handle = createHandleEffect(standIn({}), http, { openSecrets, addresses });
  const effect: Extract<OutsideEffect, { kind: 'forge' }> = {
    ...{ kind: 'forge', type, action, options: { ...options }, credentialsId: 'c' },
  };
  return handle(effect, 'ses', { botId: 'bot', reach: undefined, callKey: 'call', ...origin });
}

const pairs = [{ key: 'plan', value: 'pro' }];

describe('an event', () => {
  test.each([
    [
      'segment: Alias',
      { userId: 'u', previousId: 'v' },
      '/v1/alias',
      { messageId: 'call', userId: 'u', previousId: 'v' },
    ],
    [
      'segment: Identify User',
      { userId: 'u', traits: pairs },
      '/v1/identify',
      { userId: 'u', traits: { plan: 'pro' } },
    ],
    [
      'segment: Page',
      { userId: 'u', name: 'Home' },
      '/v1/page',
      { userId: 'u', name: 'Home', properties: {} },
    ],
    [
      'segment: Track',
      { userId: 'u', eventName: 'Asked' },
      '/v1/track',
      { userId: 'u', event: 'Asked', properties: {} },
    ],
    [
      'posthog: Capture',
      { distinctId: 'u', event: 'asked', properties: pairs },
      '/i/v0/e/',
      { api_key: 'canary', event: 'asked', distinct_id: 'u', properties: { plan: 'pro' } },
    ],
    [
      'posthog: Identify Group',
      { distinctId: 'u', groupType: 'company', groupKey: '7', properties: pairs },
      '/i/v0/e/',
      {
        ...{ api_key: 'canary', event: '$groupidentify', distinct_id: 'u' },
        properties: { $group_type: 'company', $group_key: '7', $group_set: { plan: 'pro' } },
      },
    ],
  ])('%s is sent as the service describes it', async (service, options, path, body) => {
    expect(await run(service, options)).toEqual({ ok: true });
    expect(seen).toMatchObject([{ method: 'POST', path, body }]);
    expect(seen[0]?.headers).toMatchObject({ 'idempotency-key': 'call' });
  });

  test('about nobody is anonymous, and the same one when its turn is attempted again', async () => {
    await run('posthog: Capture', { event: 'asked' });
    await run('posthog: Capture', { event: 'asked' });
    await run('posthog: Capture', { event: 'asked' }, { callKey: 'other' });
    const uuid = expect.stringMatching(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    const properties = { $process_person_profile: false };
    for (const { body } of seen) expect(body).toMatchObject({ uuid, properties });
    const ids = seen.map(({ body }) => recordAt(body)['uuid']);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a record of NocoDB', () => {
  const filter = {
    joiner: 'OR',
    comparisons: [
      { input: 'Name', operator: 'Contains', value: 'Ada' },
      { input: 'Age', operator: 'Is set' },
    ],
  };
  const list = JSON.stringify({
    list: [
      { Id: 1, Name: 'Ada' },
      { Id: 2, Name: 'Adam' },
    ],
  });

  test.each([
    ['All', { Id: [1, 2], Name: ['Ada', 'Adam'] }],
    ['First', { Id: 1, Name: 'Ada' }],
    ['Last', { Id: 2, Name: 'Adam' }],
  ])('is found: %s', async (returnType, value) => {
    replies.push({ status: 200, body: list });
    const options = { tableId: 't/1', viewId: 'v', filter, returnType };
    expect(await run('nocodb: Search Records', options)).toEqual({ ok: true, value });
    const { pathname, searchParams } = new URL(seen[0]?.path ?? '', address);
    expect(pathname).toBe('/api/v2/tables/t%2F1/records');
    expect(searchParams.get('where')).toBe('(Name,like,%Ada%)~or(Age,notblank)');
    expect(searchParams.get('viewId')).toBe('v');
    expect(seen[0]?.headers['xc-token']).toBe('canary');
  });

  test('is not searched for with a value that would change the filter', async () => {
    const comparisons = [{ input: 'Name', operator: 'Equal to', value: 'x)~or(Id,gt,0' }];
    const options = { tableId: 't', filter: { comparisons }, updates: pairs };
    for (const action of ['Search Records', 'Update Existing Record'])
      expect(await run(`nocodb: ${action}`, options)).toMatchObject({ ok: false });
    expect(seen).toEqual([]);
  });

  test('is added, and the records that match a filter are changed', async () => {
    expect(await run('nocodb: Create Record', { tableId: 't', fields: pairs })).toEqual({
      ok: true,
    });
    replies.push({ status: 200, body: list });
    await run('nocodb: Update Existing Record', { tableId: 't', filter, updates: pairs });
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { plan: 'pro' }],
      ['GET', undefined],
      [
        'PATCH',
        [
          { Id: 1, plan: 'pro' },
          { Id: 2, plan: 'pro' },
        ],
      ],
    ]);
    expect(await run('nocodb: Update Existing Record', { tableId: 't' })).toMatchObject({
      ok: false,
    });
  });
});

test.each(['nocodb: Create Record', 'segment: Identify User'])(
  '%s: a row that names no field is left out, the others are sent',
  async (service) => {
    const rows = [{ value: 'lost' }, {}, 'odd', ...pairs, { fieldName: 'Name', value: 'Ada' }];
    await run(service, { tableId: 't', userId: 'u', fields: rows, traits: rows });
    const { traits = seen[0]?.body } = recordAt(seen[0]?.body);
    expect(traits).toEqual({ plan: 'pro', Name: 'Ada' });
  },
);

test('the speech of ElevenLabs is stored with the chat', async () => {
  replies.push({ status: 200, body: 'sound', type: 'audio/mpeg' });
  const kept: object[] = [];
  const keepFile: EffectOrigin['keepFile'] = async (made) => {
    kept.push({
      ...made,
      content: Buffer.from(standIn<{ content: Uint8Array }>(made).content).toString(),
    });
    return 'https://here.example/files/fil_1.mp3';
  };
  const options = { text: 'Hello', voiceId: 'v' };
  expect(await run('elevenlabs: Convert text to speech', options, { keepFile })).toEqual({
    ok: true,
    value: { URL: 'https://here.example/files/fil_1.mp3' },
  });
  expect(kept).toEqual([{ name: 'speech.mp3', type: 'audio/mpeg', content: 'sound' }]);
  expect(seen[0]?.body).toEqual({ text: 'Hello', model_id: 'eleven_multilingual_v2' });
});

describe.each([
  ['segment: Track', { userId: 'u', eventName: 'x' }],
  ['posthog: Capture', { event: 'x' }],
  ['nocodb: Search Records', { tableId: 't' }],
  ['elevenlabs: Convert text to speech', { text: 'x', voiceId: 'v' }],
  ['blink: Get Users', {}],
  ['blink: Send Feed Event', { category: 'c', userIds: 'u', text: 'x' }],
])('%s', (service, options) => {
  const keepFile = async () => 'x';

  test.each([401, 429, 500])('fails with a log if the service answers %d', async (status) => {
    replies.push({ status, body: 'canary' });
    const result = await run(service, options, { keepFile });
    expect(result).toEqual({ ok: false, error: `The service failed: it answered ${status}` });
  });

  test('is aborted with its turn', async () => {
    replies.push({ status: 0, body: '' });
    const result = await run(service, options, { keepFile, abandoned: AbortSignal.timeout(50) });
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  test('needs credentials that the chat may use', async () => {
    const result = await run(service, options, { keepFile, botId: undefined });
    expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/^Its credentials/) });
  });
});
