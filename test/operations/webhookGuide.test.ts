import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { botOf, parrot } from '../support/botOf.js';
import { freePort } from '../support/freePort.js';
import { partAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { openReceiver } from '../support/webhookReceiver.js';

const app = useApp(
  {},
  {
    http: createHttp({ allowedHosts: ['127.0.0.1'] }),
    timeouts: { workEvery: 20, webhookAgainAfter: 5, webhookLeaseLasts: 1_000 },
  },
);
const rest = restOf(app);
const root = fileURLToPath(new URL('../../', import.meta.url));

test('the receiver of docs/guide/receive-webhooks.md prints what it receives once', async () => {
  const guide = readFileSync(`${root}docs/guide/receive-webhooks.md`, 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const port = await freePort();
  const workspaceId = await makeWorkspace(rest);
  const made = await ask(
    `mutation ($id: ID!) { done: createWebhook(input: {
      workspaceId: $id, url: "http://127.0.0.1:${port}/hook", eventTypes: [] }) { webhook { id } secret } }`,
    workspaceId,
  );
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: textAt(made, 'done.secret') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const heard = once(createInterface({ input: receiver.stdout }), 'line');
    await untilOpen(port);
    await ask(
      'mutation ($id: ID!) { done: sendTestWebhook(input: { webhookId: $id }) { userErrors { message } } }',
      textAt(made, 'done.webhook.id'),
    );
    expect(await heard).toEqual([`webhook.test ${JSON.stringify({ workspaceId, botId: null })}`]);
  } finally {
    receiver.kill();
  }
});

test('an event that its receiver refuses for three days is given up, and later events are sent', async () => {
  const receiver = await openReceiver();
  const { workspaceId, publicId } = await makePublished(rest, botOf(parrot));
  await ask(
    `mutation ($id: ID!) { done: createWebhook(input: {
      workspaceId: $id, url: "${receiver.url}", eventTypes: [RESULT_ANSWERED] }) { secret } }`,
    workspaceId,
  );
  receiver.answerWith(() => 503);
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  await bodyOf(rest.continueChat({ sessionId, message: 'one' }));
  await until(() => receiver.received.length > 1);
  const { databaseUrl } = app();
  const aged = `update webhook_delivery set queued_at = now() - interval '3 days'`;
  await rowsOf(databaseUrl, `${aged} where event_type = 'RESULT_ANSWERED'`);
  const given = `select status_code from webhook_delivery where status = 'FAILED' and event_type = 'RESULT_ANSWERED'`;
  while ((await rowsOf(databaseUrl, given)).length === 0) await pause(20);
  expect(await rowsOf(databaseUrl, given)).toEqual([{ status_code: 503 }]);
  receiver.answerWith(() => 200);
  await bodyOf(rest.continueChat({ sessionId, message: 'two' }));
  await until(() => receiver.accepted.length === 1);
  expect(partAt(receiver.accepted[0]?.event, 'data.answers.0.content')).toBe('two');
  await receiver.close();
});

async function ask(query: string, id: string): Promise<unknown> {
  const { data, errors } = await queryGraphql(app().url, { query, variables: { id } });
  expect(errors).toBeUndefined();
  return data;
}

async function untilOpen(port: number): Promise<void> {
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' }).then(
      ({ status }) => status === 401,
      () => false,
    );
  while (!(await isOpen())) await pause(20);
}
