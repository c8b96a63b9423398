import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credentialsDataSchema } from '../../src/schema/credentialsData.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { CANARY, everyCredentials, key } from '../support/everyCredentials.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { useMailServer } from '../support/mailServer.js';
import { until } from '../support/processes.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, openTransport, queryGraphql } from '../support/transports.js';

/** Its first twelve characters are shown, by which owners know their tokens. */
const owner = { token: `the-owner-of-${key('server')}` };

/** The ways in which a service repeats what it was sent, with every secret of the request. */
const ways = {
  'refuses it, in body and headers': (response: ServerResponse, sent: string) =>
    response
      .writeHead(401, { 'content-type': 'application/json', 'x-sent': encodeURIComponent(sent) })
      .end(JSON.stringify({ error: { message: sent }, message: sent })),
  'redirects with it': (response: ServerResponse, sent: string) =>
    response.writeHead(302, { location: `/again?sent=${encodeURIComponent(sent)}` }).end(),
  'accepts it': (response: ServerResponse, sent: string) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sent })),
  'fails with it in plain text': (response: ServerResponse, sent: string) =>
    response.writeHead(500).end(sent),
} as const;
let way: (typeof ways)[keyof typeof ways] = ways['accepts it'];

/** The services, whose address is that of all vendors. It also refuses to be a proxy. */
const asked: string[] = [];
const vendor = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    const sent = `${request.url} ${JSON.stringify(request.headers)} ${body}`;
    asked.push(sent);
    // The target of a redirect does not redirect again.
    if (request.url?.startsWith('/again')) ways['fails with it in plain text'](response, sent);
    else way(response, sent);
  });
});
vendor.on('connect', ({ headers }, socket) => {
  const sent = String(headers['proxy-authorization']);
  asked.push(sent);
  socket.on('error', () => undefined).end(`HTTP/1.1 407 ${sent}\r\nx-sent: ${sent}\r\n\r\n${sent}`);
});
const mailServer = useMailServer();

let app: TestApp | undefined;
const logged: string[] = [];
let at = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`; // It listens.
  const addresses = [...Object.keys(everyCredentials(at, mailServer.port())), 'google'].map(
    (type) => `${type}=${at}`,
  );
  const settings = {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'trace',
    VENDOR_ADDRESSES: addresses.filter((one) => !one.includes(' ')).join(','),
    SMTP_URL: `smtp://bot:${key('of-the-server')}@127.0.0.1:${mailServer.port()}`,
    SMTP_FROM: 'bot@example.com',
    GOOGLE_CLIENT_ID: 'parley',
    GOOGLE_CLIENT_SECRET: key('google'),
    ADMIN_TOKEN: owner.token,
    SECRET_KEY: `${key('key')}-of-the-server-of-this-test`,
  };
  app = await startTestApp(settings, (line) => void logged.push(line), {
    timeouts: { workEvery: 20, webhookAgainAfter: 60_000 },
  });
});
afterAll(async () => {
  await app?.close();
  vendor.closeAllConnections();
  vendor.close();
});

const rest = openTransport('REST', () => app?.url ?? '');

test('every kind of credentials has a secret in these tests', () => {
  const named = credentialsDataSchema.options.map((shape) => shape.meta()?.title);
  expect(Object.keys(everyCredentials('http://here', 25)).toSorted()).toEqual(named.toSorted());
});

/** Every stored row of every table, as text, without the credentials themselves, which are encrypted. */
async function stored(): Promise<string> {
  const url = app?.databaseUrl ?? '';
  const tables = await rowsOf<{ name: string }>(
    url,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf(url, `select row_to_json(t)::text as text from "${name}" as t`);
    texts.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return texts.join('\n');
}

/** The results of a bot, as the file that an export writes. */
async function exported(botId: string): Promise<string> {
  const url = app?.url ?? '';
  const query = `mutation { startResultsExport(input: { botId: "${botId}" }) { job { fileUrl } userErrors { message } } }`;
  await queryGraphql(url, { query }, owner);
  const finished = `select '/v1/exports/' || id || '/' || file_token as path from job
    where bot_id = $1 and status = 'COMPLETED'`;
  for (;;) {
    const [job] = await rowsOf<{ path: string }>(app?.databaseUrl ?? '', finished, [botId]);
    if (job) return (await fetch(url + job.path)).text();
    await setTimeout(20);
  }
}

/** Where secrets are found, with a little of what is around them. */
function canariesIn(named: Readonly<Record<string, string>>): string[] {
  const encoded = ['me', 'bot'].map((user) =>
    Buffer.from(`${user}:${CANARY}`).toString('base64').slice(0, -4),
  );
  const secret = new RegExp(`.{0,80}(${[CANARY, ...encoded].join('|')}).{0,40}`, 'g');
  return Object.entries(named).flatMap(([where, text]) =>
    (text.match(secret) ?? []).map((found) => `${where}: ${found}`),
  );
}

test.each(Object.keys(ways))('a service that %s brings no secret anywhere', async (name) => {
  way = ways[name as keyof typeof ways]; // One of its keys.
  const workspaceId = await bodyOf(rest.createWorkspace({ name: 'Acme' }, owner)).then(
    ({ workspace }) => workspace.id,
  );
  const blocks: BlockSketch[] = [];
  let payment: readonly BlockSketch[] = [];
  for (const [type, { data, uses }] of Object.entries(everyCredentials(at, mailServer.port()))) {
    const credentials = { type, name: 'Ours', data };
    const { credentialsId } = await bodyOf(
      rest.saveCredentials({ workspaceId, credentials }, owner),
    );
    if (type === 'stripe') payment = uses(credentialsId);
    else blocks.push(...uses(credentialsId));
  }
  const bot = botOf({
    variables: { Said: null },
    groups: {
      Start: [
        ...blocks,
        say('Done'),
        ask('text input', 'Said'),
        ask('text input', 'Said'),
        ...payment,
      ],
    },
  });
  const { id: botId } = (await bodyOf(rest.createBot({ workspaceId, bot }, owner))).bot;
  const query = `mutation ($input: CreateWebhookInput!) {
    createWebhook(input: $input) { secret userErrors { message } } }`;
  const input = { workspaceId, url: `${at}/hook`, eventTypes: ['RESULT_STARTED'] };
  const made = await queryGraphql(app?.url ?? '', { query, variables: { input } }, owner);
  const [secret = CANARY] = /whsec_[^"]+/.exec(JSON.stringify(made)) ?? [];
  const { publicId } = await bodyOf(rest.publishBot({ botId }, owner));
  asked.length = 0;
  const started = await bodyOf(rest.startChat({ publicId }, { token: null }));
  const { sessionId, resultId } = started;
  const answered = await rest.continueChat({ sessionId, message: 'Ada' }, { token: null });
  const paid = await rest.continueChat({ sessionId, message: 'Ada' }, { token: null });
  const preview = await bodyOf(rest.startPreview({ botId }, owner));
  const inPreview = { sessionId: preview.sessionId, message: 'Ada' };
  const previewed = await rest.continueChat(inPreview, owner);
  const previewPaid = await rest.continueChat(inPreview, owner);
  await until(() => asked.some((one) => one.includes('/hook')));
  const seen = {
    log: logged.join(''),
    replies: JSON.stringify([started, answered, paid, preview, previewed, previewPaid]),
    events: JSON.stringify(await rest.readEvents({ sessionId }, { token: null })),
    logs: JSON.stringify(await rest.readLogs({ botId, resultId }, owner)),
    export: await exported(botId),
    result: JSON.stringify(await rest.getResult({ botId, resultId }, owner)),
    credentials: JSON.stringify(await rest.listCredentials({ workspaceId }, owner)),
    bot: JSON.stringify(await rest.readBot({ botId }, owner)),
    metrics: await (await fetch(`${app?.url}/metrics`)).text(),
    database: await stored(),
  };
  expect(asked.filter((one) => one.includes(CANARY)).length).toBeGreaterThan(10);
  expect(seen.export).toContain('Ada');
  expect(canariesIn(seen)).toEqual([]);
  expect(Object.values(seen).filter((text) => text.includes(secret))).toEqual([]);
});
