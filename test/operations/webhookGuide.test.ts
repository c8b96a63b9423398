import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { freePort } from '../support/freePort.js';
import { textAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp(
  {},
  {
    http: createHttp({ allowedHosts: ['127.0.0.1'] }),
    timeouts: { workEvery: 20, webhookAgainAfter: 5, webhookLeaseLasts: 1_000 },
  },
);
const root = fileURLToPath(new URL('../../', import.meta.url));

test('the receiver of docs/guide/receive-webhooks.md prints what it receives once', async () => {
  const guide = readFileSync(`${root}docs/guide/receive-webhooks.md`, 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  const port = await freePort();
  const workspaceId = await makeWorkspace(restOf(app));
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
  while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 20));
}
