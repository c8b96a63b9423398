import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { partAt, recordAt, recordsAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished, restOf } from '../support/useApp.js';
import { openReceiver, openWay, type Received, type Receiver } from '../support/webhookReceiver.js';

let app: TestApp;
let receiver: Receiver;
const way = openWay();
beforeAll(async () => {
  // Short intervals between look-ups of deliveries and between attempts.
  const around = { http: way.http, timeouts: { workEvery: 20, webhookAgainAfter: 5 } };
  app = await startTestApp({}, undefined, around);
});
afterAll(() => app.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());
const rest = restOf(() => app);

const DELIVERY = 'id eventType status attempts statusCode response error nextAttemptAt finishedAt';

async function run(document: string, input: Shown): Promise<Shown> {
  const { data, errors } = await queryGraphql(app.url, { query: document, variables: { input } });
  if (errors) throw new Error(JSON.stringify(errors));
  const done = recordAt(data, 'done');
  expect(done['userErrors']).toEqual([]);
  return done;
}

interface Made {
  readonly webhookId: string;
  readonly secret: string;
}

async function makeWebhook(input: Shown): Promise<Made> {
  const done = await run(
    `mutation ($input: CreateWebhookInput!) {
      done: createWebhook(input: $input) { webhook { id } secret userErrors { message } } }`,
    { url: receiver.url, ...input },
  );
  return { webhookId: textAt(done, 'webhook.id'), secret: textAt(done, 'secret') };
}

const onWebhook = (mutation: string, selection: string) => (webhookId: string) =>
  run(
    `mutation ($input: WebhookInput!) {
      done: ${mutation}(input: $input) { ${selection} userErrors { message } } }`,
    { webhookId },
  );
const rotate = onWebhook('rotateWebhookSecret', 'secret webhook { previousSecretUntil }');
const sendTest = onWebhook('sendTestWebhook', `webhookDelivery { ${DELIVERY} }`);
const remove = onWebhook('deleteWebhook', 'deletedId');

const redeliver = (webhookDeliveryId: string) =>
  run(
    `mutation ($input: RedeliverWebhookDeliveryInput!) {
      done: redeliverWebhookDelivery(input: $input) { webhookDelivery { ${DELIVERY} }
        userErrors { message } } }`,
    { webhookDeliveryId },
  );

const change = (input: Shown) =>
  run(
    `mutation ($input: UpdateWebhookInput!) {
      done: updateWebhook(input: $input) { webhook { id isEnabled goneAt url eventTypes }
        userErrors { message } } }`,
    input,
  );

async function read(id: string): Promise<Shown> {
  const query = `query ($id: ID!) { node(id: $id) {
    ... on Webhook { isEnabled goneAt deliveries(first: 100) { nodes { ${DELIVERY} payload } } }
    ... on WebhookDelivery { ${DELIVERY} payload webhook { id } } } }`;
  const { data } = await queryGraphql(app.url, { query, variables: { id } });
  return recordAt(data, 'node');
}

/** The deliveries of a webhook, newest first, once none waits. */
async function deliveriesOf(webhookId: string): Promise<Shown[]> {
  for (;;) {
    const deliveries = recordsAt(await read(webhookId), 'deliveries.nodes');
    if (deliveries.every(({ status }) => status !== 'PENDING')) return deliveries;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const ALL = [
  'RESULT_STARTED',
  'RESULT_ANSWERED',
  'RESULT_COMPLETED',
  'BOT_PUBLISHED',
  'CHAT_PAUSED',
];
const typesOf = (received: readonly Received[]) => received.map(({ type }) => type);

/** Verifies a request as a receiver does. */
const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers);

describe('a webhook', () => {
  test('receives a result from its first answer to its end, in order, and of nothing in a preview', async () => {
    const { workspaceId, botId, publicId } = await makePublished(rest, botOf(interview));
    const { secret } = await makeWebhook({ workspaceId, eventTypes: ALL });
    await bodyOf(rest.startPreview({ botId }));
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    await bodyOf(rest.continueChat({ sessionId, message: '36' }));
    const [completed] = await receiver.first('result.completed');
    expect(typesOf(receiver.received)).toEqual([
      ...['result.started', 'result.answered', 'result.answered', 'result.completed'],
    ]);
    expect(completed && verify(secret, completed)).toEqual({
      type: 'result.completed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        result: {
          id: resultId,
          botId,
          isCompleted: true,
          createdAt: expect.stringMatching(/Z$/),
          variables: [
            { id: 'vName', name: 'Name', value: 'Ada' },
            { id: 'vAge', name: 'Age', value: '36' },
          ],
        },
      },
    });
    const [, answered] = receiver.received;
    expect(partAt(answered?.event, 'data.answers')).toEqual([
      expect.objectContaining({ variableId: 'vName', content: 'Ada', attachedFileUrls: null }),
    ]);
    expect(receiver.received.every((one) => verify(secret, one))).toBe(true);
  });

  test('of one bot receives only events of that bot, and only of its event types', async () => {
    const one = await makePublished(rest, botOf(interview));
    const { workspaceId } = one;
    const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: botOf(interview) }));
    const told = { workspaceId, botId: bot.id, eventTypes: ['BOT_PUBLISHED', 'RESULT_STARTED'] };
    await makeWebhook(told);
    await bodyOf(rest.publishBot({ botId: one.botId }));
    const { publicId, version } = await bodyOf(rest.publishBot({ botId: bot.id, label: 'First' }));
    for (const id of [one.publicId, publicId]) {
      const { sessionId } = await bodyOf(rest.startChat({ publicId: id }));
      await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    }
    const [published] = await receiver.first('bot.published');
    const [started] = await receiver.first('result.started');
    expect(published?.event['data']).toEqual({
      botId: bot.id,
      publicId,
      version: { id: version.id, number: 1, label: 'First' },
    });
    expect(partAt(started?.event, 'data.result.botId')).toBe(bot.id);
    expect(receiver.received).toHaveLength(2);
  });

  test('receives that a stage was promoted and which split that stopped, in this order', async () => {
    const { workspaceId, botId, publicId } = await makePublished(rest, botOf(parrot));
    await makeWebhook({ workspaceId, eventTypes: ['VERSION_PROMOTED', 'SPLIT_STOPPED'] });
    await bodyOf(rest.updateBot({ botId, bot: botOf(interview) }));
    const { stage } = await bodyOf(rest.setStage({ botId, stage: 'next' }));
    const { versions } = await bodyOf(rest.listVersions({ botId }));
    const arms = versions.map(({ id }) => ({ versionId: id, weight: 1 }));
    await bodyOf(rest.setSplit({ botId, arms }));
    await bodyOf(rest.promoteStage({ botId, stage: 'next' }));
    await bodyOf(rest.setSplit({ botId, arms }));
    await bodyOf(rest.unpublishBot({ botId }));
    await receiver.first('split.stopped', 2);
    const times = { createdAt: expect.any(String), endedAt: expect.any(String) };
    const stopped = (versionId: string | null) => ({ botId, versionId, split: times });
    const version = { id: stage.version.id, number: 2, label: null };
    expect(receiver.received.map(({ type, event }) => [type, event['data']])).toEqual([
      ['split.stopped', stopped(version.id)],
      ['version.promoted', { botId, publicId, stage: 'next', version }],
      ['split.stopped', stopped(null)],
    ]);
  });

  test('receives an event when a person takes a chat over, and can then answer', async () => {
    const { workspaceId, botId, publicId } = await makePublished(rest, botOf(parrot));
    await makeWebhook({ workspaceId, eventTypes: ['CHAT_PAUSED'] });
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
    const [paused] = await receiver.first('chat.paused');
    expect(paused?.event['data']).toEqual({ sessionId, botId, resultId });
  });

  test('that fails is sent each event again with the same id, in order, until it accepts', async () => {
    const { workspaceId, publicId } = await makePublished(rest, botOf(parrot));
    const { webhookId } = await makeWebhook({ workspaceId, eventTypes: ['RESULT_ANSWERED'] });
    receiver.answerWith((place) => (place % 2 === 0 ? 503 : 200));
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    const said = Array.from({ length: 10 }, (_, place) => `number ${place}`);
    for (const message of said) await bodyOf(rest.continueChat({ sessionId, message }));
    await until(() => receiver.accepted.length === 10);
    expect(receiver.accepted.map(({ event }) => partAt(event, 'data.answers.0.content'))).toEqual(
      said,
    );
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(10);
    const [last] = await deliveriesOf(webhookId);
    expect(last).toMatchObject({ status: 'DELIVERED', attempts: 2, statusCode: 200, error: null });
  });

  test('whose receiver says 410 is sent nothing more, until it is enabled again', async () => {
    const { workspaceId, publicId } = await makePublished(rest, botOf(parrot));
    const { webhookId } = await makeWebhook({ workspaceId, eventTypes: ['RESULT_ANSWERED'] });
    receiver.answerWith(() => 410);
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    const say = (message: string) => bodyOf(rest.continueChat({ sessionId, message }));
    await say('one');
    const [gone] = await deliveriesOf(webhookId);
    expect(gone).toMatchObject({ status: 'FAILED', statusCode: 410, attempts: 1 });
    await until(() => receiver.received.length === 1);
    expect(await read(webhookId)).toMatchObject({ isEnabled: false, goneAt: expect.any(String) });
    await say('two');
    receiver.answerWith(() => 200);
    const changed = await change({ webhookId, isEnabled: true });
    expect(changed['webhook']).toMatchObject({ isEnabled: true, goneAt: null });
    await say('three');
    await until(() => receiver.accepted.length === 1);
    expect(partAt(receiver.accepted[0]?.event, 'data.answers.0.content')).toBe('three');
    expect(await deliveriesOf(webhookId)).toHaveLength(2);
  });

  test('is signed with both secrets for a day after a rotation, and never shows them again', async () => {
    const { workspaceId } = await makePublished(rest, botOf(parrot));
    const { webhookId, secret } = await makeWebhook({ workspaceId, eventTypes: [] });
    const rotated = await rotate(webhookId);
    const next = textAt(rotated, 'secret');
    await sendTest(webhookId);
    const [both] = await receiver.first('webhook.test');
    expect(both && [verify(secret, both), verify(next, both)]).toHaveLength(2);
    await rowsOf(app.databaseUrl, 'update webhook set previous_secret_until = now()');
    await sendTest(webhookId);
    const [, later] = await receiver.first('webhook.test', 2);
    expect(later && verify(next, later)).toMatchObject({ type: 'webhook.test' });
    expect(() => later && verify(secret, later)).toThrow('No matching signature');
    const stored = await rowsOf(app.databaseUrl, 'select * from webhook, webhook_delivery');
    expect(JSON.stringify(stored)).not.toContain(next.slice('whsec_'.length));
  });
});

describe('the log of deliveries', () => {
  test('shows what a receiver answered, and a test delivery is not repeated', async () => {
    const { workspaceId } = await makePublished(rest, botOf(parrot));
    const { webhookId } = await makeWebhook({ workspaceId, eventTypes: [] });
    const answers: Record<string, Parameters<Receiver['answerWith']>[0]> = {
      redirects: () => (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      hangs: () => () => undefined,
      'is garbage': () => (_, request) => request.socket.end('garbage\r\n\r\n'),
      'breaks off': () => (_, request) => request.socket.destroy(),
      fails: () => (response) => response.writeHead(500).end('Out of\0 order'),
      'accepts without an end': () => (response) =>
        response.writeHead(200).write('x'.repeat(5_000)),
      'accepts slowly': () => (response) => response.writeHead(202).write('wait'),
    };
    for (const [what, answer] of Object.entries(answers)) {
      way.limit(what === 'hangs' ? 200 : what === 'accepts slowly' ? 2_000 : undefined);
      receiver.answerWith(answer);
      await sendTest(webhookId);
      await deliveriesOf(webhookId);
    }
    way.limit();
    const log = (await deliveriesOf(webhookId)).reverse();
    const network = 'the host could not be reached or broke off';
    expect(log.map(({ status, statusCode, error }) => [status, statusCode, error])).toEqual([
      ['FAILED', null, 'the address redirects, which is not followed'],
      ['FAILED', null, 'the request took too long'],
      ['FAILED', null, network],
      ['FAILED', null, network],
      ['FAILED', 500, null],
      ['DELIVERED', 200, null],
      ['DELIVERED', 202, null],
    ]);
    expect(log.map(({ response }) => response)).toEqual([
      ...[null, null, null, null, 'Out of order', 'x'.repeat(2_000), 'wait'],
    ]);
    expect(receiver.received).toHaveLength(7);
  });

  test('sends an event again on request, with the id it had', async () => {
    const { workspaceId } = await makePublished(rest, botOf(parrot));
    const { webhookId } = await makeWebhook({ workspaceId, eventTypes: [] });
    receiver.answerWith(() => 500);
    await sendTest(webhookId);
    const [failed] = await deliveriesOf(webhookId);
    receiver.answerWith(() => 200);
    await redeliver(textAt(failed, 'id'));
    const [again] = await deliveriesOf(webhookId);
    expect(again).toMatchObject({ id: failed?.['id'], status: 'DELIVERED', attempts: 2 });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(partAt(again, 'payload')).toEqual(receiver.received[0]?.event);
  });

  test('is deleted with the results whose answers it has, and with the webhook', async () => {
    const { workspaceId, botId, publicId } = await makePublished(rest, botOf(parrot));
    const { webhookId } = await makeWebhook({ workspaceId, eventTypes: ALL });
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.continueChat({ sessionId, message: 'Forget me' }));
    await receiver.first('result.answered');
    await bodyOf(rest.publishBot({ botId }));
    await receiver.first('bot.published');
    await bodyOf(rest.deleteResults({ botId, resultIds: resultId }));
    const left = await deliveriesOf(webhookId);
    expect(left.map(({ eventType }) => eventType)).toEqual(['BOT_PUBLISHED']);
    await remove(webhookId);
    const rows = await rowsOf(
      app.databaseUrl,
      'select from webhook_delivery where webhook_id = $1',
      [webhookId],
    );
    expect(rows).toEqual([]);
  });
});
