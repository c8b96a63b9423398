import { describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import {
  bodyOf,
  queryGraphql,
  transportNames,
  openTransport,
  type ReplyShown,
} from '../support/transports.js';
import { say } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const outside = useModel();
const app = useApp({
  OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
  SECRET_KEY: 'the-key-of-the-server-of-this-test',
});
const anyone = { token: null };

const HEADER = 'header-of-the-author';
const KEY = 'key-of-the-account';
const TOKEN = 'token-of-the-service';

/** A bot with two requests and a call of a model, all of which fail. */
async function failing(transport: ReturnType<typeof openTransport>) {
  const workspaceId = await makeWorkspace(transport);
  const credentials = {
    type: 'openai',
    name: 'Ours',
    data: { apiKey: KEY, baseUrl: outside.url() },
  };
  const { credentialsId } = await bodyOf(transport.saveCredentials({ workspaceId, credentials }));
  const headers = [{ id: 'h', key: 'X-Custom', value: HEADER }];
  const request = (path: string) => ({
    type: 'Webhook',
    options: { webhook: { url: `${outside.url()}/${path}?key=${HEADER}`, headers } },
  });
  const action = 'Create chat completion';
  const messages = [{ role: 'user', content: 'Hi' }];
  const model = { type: 'openai', options: { credentialsId, action, model: 'small', messages } };
  const bot = botOf({ groups: { Start: [request('one'), request('two'), model, say('Bye')] } });
  const { id: botId } = (await bodyOf(transport.createBot({ workspaceId, bot }))).bot;
  const { publicId } = await bodyOf(transport.publishBot({ botId }));
  const started = bodyOf(transport.startChat({ publicId }, anyone));
  const refusals = [
    [401, `{"sent":"${HEADER}","access_token":"${TOKEN}","text":"${'x'.repeat(5000)}"}`],
    [503, 'Try later'],
    [401, `{"error":{"message":"The key ${KEY} is wrong"}}`],
  ] as const;
  for (const [status, body] of refusals) (await outside.next()).refuse(status, body);
  const reply: ReplyShown = await started;
  return { botId, reply };
}

describe.each(transportNames)('requests that fail in one turn, over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('are a log each: readers of the result see the details, without secrets', async () => {
    const { botId, reply } = await failing(transport);
    const { logs } = await bodyOf(transport.readLogs({ botId, resultId: reply.resultId }));
    expect(logs).toMatchObject([
      { description: 'Webhook returned an error.', details: { statusCode: 401 } },
      {
        description: 'Webhook returned an error.',
        details: {
          statusCode: 503,
          request: { method: 'POST', url: `${outside.url()}/two` },
          response: 'Try later',
        },
      },
      { description: expect.stringContaining('failed'), details: expect.stringContaining('401') },
    ]);
    for (const { details } of logs) {
      expect(JSON.stringify(details).length).toBeLessThanOrEqual(1_000);
      expect(JSON.stringify(details)).not.toMatch(new RegExp(`${HEADER}|${KEY}|${TOKEN}`));
    }
  });

  test('show the visitor no details, in no reply and no event', async () => {
    const { reply } = await failing(transport);
    const { sessionId, logs } = reply;
    expect(logs).toHaveLength(3);
    const { events } = await bodyOf(transport.readEvents({ sessionId }, anyone));
    const document =
      'query ($sessionId: ID!) { chatEventPage(sessionId: $sessionId) { events { document ... on ChatLogEvent { log { description more: details } } } } }';
    const answer = await fetch(`${app().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document, variables: { sessionId } }),
    });
    const page = await answer.text();
    expect(page).toContain('Webhook returned an error.');
    for (const shown of [JSON.stringify(logs), JSON.stringify(events), page]) {
      expect(shown).not.toMatch(/details|statusCode|Try later/);
    }
  });
});

test('a log names the block it came from, for visitors and for readers of the result', async () => {
  const options = { variableId: 'vName', isCode: true, expressionToEvaluate: 'nobody.here' };
  const bot = botOf({
    groups: { Start: [{ type: 'Set variable', options }, say('Bye')] },
    variables: { Name: null },
  });
  const { botId, publicId } = await makePublished(restOf(app), bot);
  const place = { status: 'error', blockId: 'Start.1', groupId: 'Start' };
  const chat = `mutation { startChat(input: { publicId: "${publicId}" }) { reply { logs { status blockId groupId } } } }`;
  expect(await queryGraphql(app().url, { query: chat })).toMatchObject({
    data: { startChat: { reply: { logs: [place] } } },
  });
  const query = `{ bot(id: "${botId}") { results(hasStarted: null) { nodes { logs { status blockId groupId } } } } }`;
  expect(await queryGraphql(app().url, { query })).toMatchObject({
    data: { bot: { results: { nodes: [{ logs: [place] }] } } },
  });
});
