import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttp } from '../../src/integrations/http.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { startChildServer } from '../support/childServer.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { partAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, openTransport, queryGraphql } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished } from '../support/useApp.js';
import { openReceiver, type Receiver } from '../support/webhookReceiver.js';

/** The number of chats, the messages in each, and the number of requests after which the receiver stops answering. */
const [CHATS, EACH, ANSWERED] = [5, 6, 7] as const;

const owner = { token: TOKEN };
let database: TestDatabase;
let receiver: Receiver;
let dataDir: string;
let app: TestApp | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  receiver = await openReceiver();
  dataDir = mkdtempSync(join(tmpdir(), 'parley-killed-'));
});
afterEach(async () => {
  await app?.close();
  await receiver.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a worker that is killed in the middle loses nothing: another one sends what it was sending, in order', async () => {
  const settings = {
    DATABASE_URL: database.url,
    ADMIN_TOKEN: TOKEN,
    SECRET_KEY: 'the-key-that-the-servers-of-this-test-share',
    OUTBOUND_ALLOWED_HOSTS: receiver.host,
    RATE_LIMITS: 'off',
  };
  receiver.answerWith((place) => (place < ANSWERED ? 204 : () => undefined));
  const killed = await startChildServer(dataDir, settings);
  await chat(killed.url);
  await until(() => receiver.received.length > ANSWERED);
  expect(await killed.end('SIGKILL')).toBe('SIGKILL');

  receiver.answerWith(() => 204);
  // A minute later, when a delivery counts as abandoned by its worker.
  const minuteLater = `update webhook_delivery set due_at = now() where status = 'PENDING'`;
  await rowsOf(database.url, minuteLater);
  const http = createHttp({ allowedHosts: ['127.0.0.1'] });
  app = await startTestApp(settings, undefined, { http, timeouts: { workEvery: 20 } });
  await until(() => saidFirst().length === CHATS * EACH);

  const said = saidFirst();
  const wanted = Array.from({ length: EACH }, (_, number) => String(number));
  for (let index = 0; index < CHATS; index += 1) {
    const ofChat = said.filter((one) => one.startsWith(`${index} `));
    expect(ofChat.map((one) => one.split(' ')[1])).toEqual(wanted);
  }
});

/** The accepted events, each once: those whose success the killed server had not stored come again. */
function saidFirst(): string[] {
  return [
    ...new Set(receiver.accepted.map(({ event }) => textAt(event, 'data.answers.0.content'))),
  ];
}

/** Makes a bot with a webhook that receives answers, and talks to it in several chats. */
async function chat(url: string): Promise<void> {
  const rest = openTransport('REST', () => url);
  const { workspaceId, publicId } = await makePublished(rest, botOf(parrot));
  const input = { workspaceId, url: receiver.url, eventTypes: ['RESULT_ANSWERED'] };
  const query = `mutation ($input: CreateWebhookInput!) {
    createWebhook(input: $input) { userErrors { message } } }`;
  const { data } = await queryGraphql(url, { query, variables: { input } });
  expect(partAt(data, 'createWebhook.userErrors')).toEqual([]);
  for (let index = 0; index < CHATS; index += 1) {
    const { sessionId } = await bodyOf(rest.startChat({ publicId }, owner));
    for (let number = 0; number < EACH; number += 1) {
      await bodyOf(rest.continueChat({ sessionId, message: `${index} ${number}` }, owner));
    }
  }
}
