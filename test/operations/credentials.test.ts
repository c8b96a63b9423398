import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openBotsCredentials } from '../../src/auth/credentials.js';
import { rotateSecrets } from '../../src/auth/rotateSecrets.js';
import { openSecretBox } from '../../src/auth/secretBox.js';
import { addKey } from '../../src/auth/secretKeys.js';
import { openStorage } from '../../src/storage/orm.js';
import { partAt } from '../support/parts.js';
import { startTestApp } from '../support/app.js';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
} from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const owner = restOf(app);
const openai = (apiKey: string) => ({ type: 'openai', name: 'Ours', data: { apiKey } });

const blocks = (credentialsId: string) => [
  {
    id: 'g',
    title: 'G',
    graphCoordinates: { x: 0, y: 0 },
    blocks: [
      { id: 'b1', type: 'openai', options: { credentialsId, action: 'Create chat completion' } },
      { id: 'b2', type: 'Email', options: { credentialsId, recipients: ['a@example.com'] } },
    ],
  },
];
const botIn = async (workspaceId: string) =>
  (await bodyOf(owner.createBot({ workspaceId, bot: {} }))).bot.id;
const namedIn = (bot: unknown) =>
  [...JSON.stringify(bot).matchAll(/"credentialsId":"([^"]*)"/g)].map(([, id]) => id);

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('credentials are listed with the bots that use them, and without their secrets', async () => {
    const workspaceId = await makeWorkspace(transport);
    const sent = { workspaceId, credentials: openai('sk-1') };
    const { credentialsId } = await bodyOf(transport.saveCredentials(sent));
    const bot = { name: 'Asker', groups: blocks(credentialsId) };
    const { bot: made } = await bodyOf(transport.createBot({ workspaceId, bot }));
    expect(namedIn(made)).toEqual([credentialsId, credentialsId]);
    const listed = async () =>
      (await bodyOf(transport.listCredentials({ workspaceId }))).credentials;
    expect(await listed()).toEqual([
      {
        ...{ id: credentialsId, type: 'openai', name: 'Ours' },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
        ...{ createdBy: { id: expect.any(String), name: 'Owner' }, lastUsedAt: null },
        usedByBots: [{ id: made.id, name: 'Asker' }],
      },
    ]);
    await bodyOf(transport.updateBot({ botId: made.id, bot: { groups: [] } }));
    expect(await listed()).toMatchObject([{ usedByBots: [] }]);
  });

  test('ids that the workspace does not have are removed from blocks; an Email block gets the default', async () => {
    const elsewhere = await makeWorkspace(transport);
    const sent = { workspaceId: elsewhere, credentials: openai('sk-1') };
    const { credentialsId } = await bodyOf(transport.saveCredentials(sent));
    const workspaceId = await makeWorkspace(transport);
    const bot = { groups: blocks(credentialsId) };
    const { bot: made } = await bodyOf(transport.createBot({ workspaceId, bot }));
    expect(namedIn(made)).toEqual(['default']);
    const { bot: changed } = await bodyOf(transport.updateBot({ botId: made.id, bot }));
    expect(namedIn(changed)).toEqual(['default']);
  });

  test('data that does not fit the service is refused, and the error does not contain it', async () => {
    const workspaceId = await makeWorkspace(transport);
    for (const [type, data, path] of [
      ['openai', {}, 'apiKey'],
      ['openai', { apiKey: ['sk-very-secret'] }, 'apiKey'],
      ['smtp', { port: 'sk-very-secret', from: {} }, 'port'],
      [
        'google sheets',
        { client_email: 'a@example.com', private_key: 'very-secret' },
        'private_key',
      ],
      ['stripe', { live: { secretKey: 'sk-very-secret' }, test: {} }, 'publicKey'],
    ] as const) {
      const credentials = { type, name: 'Ours', data };
      const refusal = await refusalOf(transport.saveCredentials({ workspaceId, credentials }));
      expect(refusal).toMatchObject({ reason: 'VALIDATION' });
      expect(refusal.issues?.[0]?.path.slice(0, 2)).toEqual(['credentials', 'data']);
      expect(refusal.issues?.[0]?.path.at(-1)).toBe(path);
      expect(JSON.stringify(refusal)).not.toContain('very-secret');
    }
    const unknown = { type: 'nonsense', name: 'Ours', data: {} };
    expect(
      await refusalOf(transport.saveCredentials({ workspaceId, credentials: unknown })),
    ).toMatchObject({ issues: [{ path: ['credentials', 'type'] }] });
  });

  test('they can be replaced and deleted in their workspace, and from no other', async () => {
    const workspaceId = await makeWorkspace(transport);
    const sent = { workspaceId, credentials: openai('sk-1') };
    const { credentialsId } = await bodyOf(transport.saveCredentials(sent));
    const replaced = { ...sent, credentialsId, credentials: { ...openai('sk-2'), name: 'New' } };
    expect(await bodyOf(transport.saveCredentials(replaced))).toEqual({ credentialsId });
    const elsewhere = await makeWorkspace(transport);
    for (const refused of [
      transport.saveCredentials({ ...replaced, workspaceId: elsewhere }),
      transport.deleteCredentials({ workspaceId: elsewhere, credentialsId }),
      transport.saveCredentials({ ...replaced, credentials: { ...openai('x'), type: 'mistral' } }),
    ]) {
      expect((await refusalOf(refused)).reason).toBe('CREDENTIALS_NOT_FOUND');
    }
    expect(await bodyOf(transport.deleteCredentials({ workspaceId, credentialsId }))).toEqual({
      deletedId: credentialsId,
    });
    expect((await bodyOf(transport.listCredentials({ workspaceId }))).credentials).toEqual([]);
  });
});

test('a secret is in no reply, no line of the log and nowhere in the database', async () => {
  const canary = 'sk-canary-7391';
  const lines: string[] = [];
  const watched = await startTestApp({ LOG_LEVEL: 'trace' }, (line) => lines.push(line));
  const transport = openTransport('REST', () => watched.url);
  const workspaceId = await makeWorkspace(transport);
  const { credentialsId } = await bodyOf(
    transport.saveCredentials({ workspaceId, credentials: openai(canary) }),
  );
  const bot = { groups: blocks(credentialsId) };
  const { botId, publicId } = await publishIn(transport, workspaceId, bot);
  const query = `query ($id: ID!, $bot: ID!) {
    node(id: $id) { id ... on Credentials { type name usedByBots { id draft } } }
    bot(id: $bot) { raw draft workspace { credentials { id type name } } publishedVersion { raw } }
  }`;
  const replies = [
    await transport.startChat({ publicId }),
    await transport.listCredentials({ workspaceId }),
    await transport.saveCredentials({
      workspaceId,
      credentials: { ...openai(canary), type: 'smtp' },
    }),
    await queryGraphql(watched.url, { query, variables: { id: credentialsId, bot: botId } }),
  ];
  const tables = await rowsOf<{ name: string }>(
    watched.databaseUrl,
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const dump = await Promise.all(
    tables.map(({ name }) =>
      rowsOf(watched.databaseUrl, `select row_to_json(t)::text from "${name}" t`),
    ),
  );
  const told = JSON.stringify([replies, lines, dump]);
  expect(told).toContain(credentialsId);
  for (const form of [canary, Buffer.from(canary).toString('base64').slice(0, 16)]) {
    expect(told).not.toContain(form);
  }
  await watched.close();
});

describe('the key', () => {
  test('is created in the data folder for the user of the server only, and a rotation takes effect while the server runs', async () => {
    const workspaceId = await makeWorkspace(owner);
    const save = async (apiKey: string) =>
      (await bodyOf(owner.saveCredentials({ workspaceId, credentials: openai(apiKey) })))
        .credentialsId;
    const first = await save('sk-before');
    const { dataDir, databaseUrl } = app();
    const file = join(dataDir, 'secret-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const settings = { dataDir, secretKey: undefined };
    const old = readFileSync(file, 'utf8').trim();
    await addKey(settings);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual([expect.any(String), old]);
    const storage = await openStorage({ url: databaseUrl }, 2);
    const box = openSecretBox(settings);
    const second = await save('sk-after');
    const count = await rotateSecrets(box, storage.openUnit);
    expect(count).toBeGreaterThan(0);
    const keys = await rowsOf(databaseUrl, 'select distinct key_id as key from credentials');
    expect(keys).toEqual([{ key: await box.currentKeyId() }]);
    const read = openBotsCredentials(box, storage.pool, false);
    const botId = await botIn(workspaceId);
    for (const [credentialsId, apiKey] of [
      [first, 'sk-before'],
      [second, 'sk-after'],
    ] as const) {
      const wanted = { botId, credentialsId, reach: undefined };
      const [one, other] = [await read(wanted), await read(wanted)];
      expect(one).toMatchObject({ type: 'openai', data: { apiKey } });
      // If two processes renew the same credentials, those of the first are stored.
      await one?.save({ apiKey: 'sk-renewed' });
      await other?.save({ apiKey: 'sk-late' });
      expect(await read(wanted)).toMatchObject({ data: { apiKey: 'sk-renewed' } });
    }
    await storage.close();
  });

  test('notes that a chat used it, at most once in five minutes, and not where texts are only masked', async () => {
    const workspaceId = await makeWorkspace(owner);
    const { credentialsId } = await bodyOf(
      owner.saveCredentials({ workspaceId, credentials: openai('sk-x') }),
    );
    const { dataDir, databaseUrl } = app();
    // With one connection, a statement runs after those that were not waited for.
    const storage = await openStorage({ url: databaseUrl }, 1);
    const box = openSecretBox({ dataDir, secretKey: undefined });
    const wanted = { botId: await botIn(workspaceId), credentialsId, reach: undefined };
    const after = async (isUse: boolean): Promise<unknown> => {
      await openBotsCredentials(box, storage.pool, isUse)(wanted);
      const sql = 'select last_used_at::text as used from credentials where id = $1';
      const { rows } = await storage.pool.query<{ used: unknown }>(sql, [credentialsId]);
      return rows[0]?.used;
    };
    expect(await after(false)).toBeNull();
    const first = await after(true);
    expect(first).toEqual(expect.any(String));
    expect(await after(true)).toBe(first);
    const age = 'update credentials set last_used_at = last_used_at - $2::interval where id = $1';
    await rowsOf(databaseUrl, age, [credentialsId, '6 minutes']);
    expect(Date.parse(String(await after(true)))).toBeGreaterThanOrEqual(Date.parse(String(first)));
    await storage.close();
  });

  test('decrypts nothing for a restricted preview, for another workspace, or after a move', async () => {
    const workspaceId = await makeWorkspace(owner);
    const { credentialsId } = await bodyOf(
      owner.saveCredentials({ workspaceId, credentials: openai('sk-x') }),
    );
    const { dataDir, databaseUrl } = app();
    const storage = await openStorage({ url: databaseUrl }, 2);
    const read = openBotsCredentials(
      openSecretBox({ dataDir, secretKey: undefined }),
      storage.pool,
      false,
    );
    const elsewhere = await makeWorkspace(owner);
    const [own, foreign] = [await botIn(workspaceId), await botIn(elsewhere)];
    for (const wanted of [
      { botId: own, credentialsId, reach: 'bots' },
      { botId: own, credentialsId, reach: 'nothing' },
      { botId: foreign, credentialsId, reach: undefined },
      { botId: 'bot_none', credentialsId, reach: undefined },
    ] as const) {
      expect(await read(wanted)).toBeUndefined();
    }
    const move = 'update credentials set workspace_id = $1 where id = $2';
    await rowsOf(databaseUrl, move, [elsewhere, credentialsId]);
    const moved = { botId: foreign, credentialsId, reach: undefined };
    await expect(read(moved)).rejects.toThrow();
    const key = openSecretBox({ dataDir, secretKey: 'k'.repeat(32) });
    await expect(openBotsCredentials(key, storage.pool, false)(moved)).rejects.toThrow('key');
    await storage.close();
  });
});

test('an address with a password is refused with that reason, in webhooks too', async () => {
  const workspaceId = await makeWorkspace(owner);
  const url = 'https://me:secret@example.com/';
  const { data } = await queryGraphql(app().url, {
    query: `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { userErrors { path message } } }`,
    variables: { input: { workspaceId, url, eventTypes: ['RESULT_STARTED'] } },
  });
  const message = 'must have no name and no password in it: put a secret into its path instead';
  expect(partAt(data, 'createWebhook.userErrors')).toEqual([{ path: ['url'], message }]);
  for (const credentials of [
    { type: 'openai', name: 'Ours', data: { apiKey: 'sk-1', baseUrl: url } },
    {
      type: 'messenger',
      name: 'Ours',
      data: { provider: 'webhook', url, secret: `whsec_${'a'.repeat(32)}` },
    },
    { type: 'http basic auth', name: 'Ours', data: { origin: url, username: 'a', password: 'b' } },
  ]) {
    const refusal = await refusalOf(owner.saveCredentials({ workspaceId, credentials }));
    expect(JSON.stringify(refusal)).toContain('Must have no name and no password in it');
    expect(JSON.stringify(refusal)).not.toContain('secret@');
  }
  const proxy = { type: 'http proxy', name: 'Ours', data: { url } };
  await bodyOf(owner.saveCredentials({ workspaceId, credentials: proxy }));
});
