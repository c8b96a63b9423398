import { afterAll, describe, expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { TOKEN } from '../support/app.js';
import { botOf, listener } from '../support/botOf.js';
import { openEventStream } from '../support/eventSource.js';
import { ask, say } from '../support/flowOf.js';
import { at, seen, useOutsideServers } from '../support/outsideServer.js';
import { partAt } from '../support/parts.js';
import { bodyOf, openTransport, refusalOf, transportNames } from '../support/transports.js';
import { beginChat, useTwoServers } from '../support/twoServers.js';
import { makePublished, useApp } from '../support/useApp.js';

useOutsideServers();
const app = useApp({}, { http: createHttp({ allowedHosts: ['127.0.0.1'] }) });

describe.each(transportNames)('an automation tool over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const groups = { Start: [ask('email input', 'Mail'), { type: 'Zapier' }] };

  test('chooses a block, learns its fields, and sets and clears its address', async () => {
    const { botId } = await makePublished(transport, botOf({ variables: { Mail: null }, groups }));
    const block = { id: 'Start.2', type: 'Zapier', label: 'Start, block 2', url: null };
    const listed = async () => bodyOf(transport.listWebhookBlocks({ botId }));
    expect(await listed()).toEqual({ webhookBlocks: [block] });
    const of = { botId, blockId: 'Start.2' };
    expect(await bodyOf(transport.getResultExample(of))).toEqual({
      resultExample: { submittedAt: expect.any(String), Mail: 'ada@example.com' },
    });
    const url = 'https://hooks.example.com/1';
    const subscribed = await bodyOf(transport.subscribeWebhook({ ...of, url }));
    expect(subscribed).toEqual({ id: 'Start.2', url });
    expect(await listed()).toEqual({ webhookBlocks: [{ ...block, url }] });
    expect(await bodyOf(transport.unsubscribeWebhook(of))).toEqual({ id: 'Start.2' });
    expect(await listed()).toEqual({ webhookBlocks: [block] });
  });
});

describe.each(transportNames)('an automation tool over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('learns the fields of a body that the author wrote', async () => {
    const webhook = { body: '{"person":{"mail":"{{Mail}}","visits":{{= 1 + 1 =}}}}' };
    const block = { type: 'Zapier', options: { isCustomBody: true, webhook } };
    const groups = { Start: [ask('email input', 'Mail'), block] };
    const { botId } = await makePublished(transport, botOf({ variables: { Mail: null }, groups }));
    const of = { botId, blockId: 'Start.2' };
    expect(await bodyOf(transport.getResultExample(of))).toEqual({
      resultExample: { person: { mail: 'ada@example.com', visits: 20 } },
    });
  });
});

describe.each(transportNames)('a test of a request over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const body = '{"items":[{"name":"{{Name}}"}]}';

  const block = (url: string, more: object = {}) => ({
    type: 'Webhook',
    options: { isCustomBody: true, webhook: { url, body }, isExecutedOnClient: true, ...more },
  });

  const tested = async (blocks: readonly { type: string }[], variables?: object) => {
    const bot = botOf({ variables: { Name: null, Other: null }, groups: { Start: blocks } });
    const { botId } = await makePublished(transport, bot);
    return transport.testHttpRequest({ botId, blockId: 'Start.1', variables });
  };

  test('sends it once with the values for tests, and lists the paths in the response', async () => {
    const variablesForTest = [
      { id: '1', variableId: 'vName', value: 'Ada' },
      { id: '2', value: 'lost' },
    ];
    const own = [block(at('/echo'), { variablesForTest })];
    const before = seen.length;
    expect(await bodyOf(tested(own))).toEqual({
      statusCode: 200,
      data: { items: [{ name: 'Ada' }] },
      error: '',
      failure: null,
      paths: ['data', 'data.items', 'data.items[0]', 'data.items[0].name'],
    });
    expect(seen.length - before).toBe(1);
    const { data } = await bodyOf(tested(own, { Name: 'Grace' }));
    expect(data).toEqual({ items: [{ name: 'Grace' }] });
  });

  test('computes the expressions in it first', async () => {
    const webhook = { url: at('/echo'), body: '{"next":{{= {{Name}} + 1 =}}}' };
    const { data } = await bodyOf(tested([block('', { webhook })], { Name: 4 }));
    expect(data).toEqual({ next: 5 });
  });

  test('says why there is no response', async () => {
    const answer = await bodyOf(tested([block('http://169.254.169.254/')]));
    const error = 'the host has no address on the public internet';
    expect(answer).toEqual({
      ...{ statusCode: 400, data: '', error, failure: 'BLOCKED', paths: ['data'] },
    });
    expect(await refusalOf(tested([{ type: 'Webhook' }]))).toMatchObject({ reason: 'VALIDATION' });
  });
});

const servers = useTwoServers();
const bot = botOf(listener);

/** Calls a webhook as another service does. */
async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${servers.first().url}/api/v1/bots/${path}/executeWebhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const reply: unknown = await response.json();
  return { status: response.status, reply, turn: response.headers.get('parley-turn') };
}

const begin = async (more = bot) => {
  const chat = await beginChat(servers.here, more);
  return { ...chat, path: `${chat.botId}/blocks/Start.1/results/${chat.resultId}` };
};

const closers: (() => void)[] = [];
afterAll(() => closers.forEach((close) => close()));

const watch = async (url: string, sessionId: string) => {
  const stream = await openEventStream(`${url}/api/v1/sessions/${sessionId}/events`, {});
  closers.push(() => stream.stop());
  return stream;
};

describe('a service outside that calls a webhook block', () => {
  test('continues the chat, and pushes the events to watchers of every process', async () => {
    const { path, sessionId } = await begin();
    const streams = [
      await watch(servers.first().url, sessionId),
      await watch(servers.second().url, sessionId),
    ];
    const { status, reply, turn } = await post(path, { name: 'Ada' });
    expect([status, turn]).toEqual([200, '2']);
    expect(reply).toEqual({ turn: 2, lastSeq: expect.any(Number) });
    for (const stream of streams) {
      await stream.until(Number(partAt(reply, 'lastSeq')));
      const said = stream.seen.find(({ event }) => event === 'message');
      expect(partAt(said, 'data.message.content.plainText')).toBe('Hi Ada (200)');
    }
  });

  test('sends any JSON, and nothing at all', async () => {
    const whole = { id: '1', variableId: 'vName', bodyPath: 'JSON.stringify(data)' };
    const bare = botOf({
      variables: { Name: null },
      groups: {
        Start: [
          { type: 'webhook', options: { responseVariableMapping: [whole] } },
          say('{{Name}}'),
          { type: 'text input' },
        ],
      },
    });
    const heard = async (body: unknown, expected: string) => {
      const { path, sessionId } = await begin(bare);
      expect((await post(path, body)).status).toBe(200);
      const { events } = await bodyOf(servers.here.readEvents({ sessionId }));
      const said = events.find(({ kind }) => kind === 'message');
      expect(partAt(said, 'message.content.plainText')).toBe(expected);
    };
    await heard([1, 2], '[1,2]');
    await heard('"text"', '"text"');
    await heard('null', 'null');
    await heard(
      { statusCode: 500, data: { inner: true } },
      '{"statusCode":500,"data":{"inner":true}}',
    );
  });

  test('is refused the second time, unless it sends the same idempotency key', async () => {
    const { path } = await begin();
    const key = { 'idempotency-key': 'paid-1' };
    const first = await post(path, { name: 'Ada' }, key);
    expect(await post(path, { name: 'Ada' }, key)).toEqual(first);
    const again = await post(path, { name: 'Ada' });
    expect([again.status, partAt(again.reply, 'reason')]).toEqual([409, 'WEBHOOK_NOT_AWAITED']);
  });

  test('has the effect of one call when it calls many times at once', async () => {
    const { path, sessionId } = await begin();
    const calls = await Promise.all(Array.from({ length: 8 }, () => post(path, { name: 'Ada' })));
    expect(calls.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    const { events } = await bodyOf(servers.here.readEvents({ sessionId }));
    expect(events.filter(({ kind }) => kind === 'message')).toHaveLength(1);
  });

  test('needs a token, the right bot, and a JSON body within the size limit', async () => {
    const { path, botId, resultId } = await begin();
    const other = await makePublished(servers.here, bot);
    const refusals = [
      await post(path, {}, { authorization: 'Bearer wrong' }),
      await post(`${other.botId}/blocks/Start.1/results/${resultId}`, {}),
      await post(`${botId}/blocks/Start.1/results/res_none`, {}),
      await post(`${botId}/blocks/Start.2/results/${resultId}`, {}),
      await post(path, { name: 'x'.repeat(5_000_000) }),
      await post(path, '{'),
      await post(path, 'name=Ada', { 'content-type': 'application/x-www-form-urlencoded' }),
    ];
    expect(refusals.map(({ status, reply }) => [status, partAt(reply, 'reason')])).toEqual([
      [401, 'UNAUTHENTICATED'],
      [404, 'RESULT_NOT_FOUND'],
      [404, 'RESULT_NOT_FOUND'],
      [409, 'WEBHOOK_NOT_AWAITED'],
      [413, 'PAYLOAD_TOO_LARGE'],
      [400, 'PARSE_ERROR'],
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ]);
    expect((await post(path, { name: 'Ada' })).status).toBe(200);
  });

  test('reaches a preview by the id of the chat, and the newest one without', async () => {
    const { botId } = await makePublished(servers.here, bot);
    const { sessionId } = await bodyOf(servers.here.startPreview({ botId }));
    const newest = await bodyOf(servers.here.startPreview({ botId }));
    // Anybody may start such a preview, so webhooks do not reach it.
    await bodyOf(servers.here.startPreview({ botId }, { token: null }));
    const named = await post(`${botId}/blocks/Start.1/sessions/${sessionId}`, { name: 'Ada' });
    expect(named.status).toBe(200);
    expect((await post(`${botId}/blocks/Start.1/web`, { name: 'Grace' })).status).toBe(200);
    const { events } = await bodyOf(servers.here.readEvents({ sessionId: newest.sessionId }));
    const said = events.find(({ kind }) => kind === 'message');
    expect(partAt(said, 'message.content.plainText')).toBe('Hi Grace (200)');
    expect((await post(`${botId}/blocks/Start.1/web`, {})).status).toBe(409);
  });
});
