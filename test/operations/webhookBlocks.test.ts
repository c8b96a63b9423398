import { describe, expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { botOf } from '../support/botOf.js';
import { ask } from '../support/flowOf.js';
import { at, seen, useOutsideServers } from '../support/outsideServer.js';
import { bodyOf, openTransport, refusalOf, transportNames } from '../support/transports.js';
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
    expect(answer).toEqual({ statusCode: 400, data: '', error, paths: ['data'] });
    expect(await refusalOf(tested([{ type: 'Webhook' }]))).toMatchObject({ reason: 'VALIDATION' });
  });
});
