import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { credentialsDataSchema } from '../../src/schema/credentialsData.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { authority, hostPair } from '../support/certificates.js';
import { CANARY, everyCredentials, key, otherForms } from '../support/everyCredentials.js';
import { SERVICE_ACCOUNT } from '../support/googleServer.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { useMailServer } from '../support/mailServer.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, openTransport, queryGraphql } from '../support/transports.js';
import { until } from '../support/until.js';

/** The owner's token. Its first twelve characters are no secret: people recognise their tokens by them. */
const owner = { token: `the-owner-of-${key('server')}` };

/** The ways in which a service repeats a request, with all of its secrets. */
const ways = {
  'refuses it, in body and headers': (response: ServerResponse, sent: string) =>
    response
      .writeHead(401, { 'content-type': 'application/json', 'x-sent': encodeURIComponent(sent) })
      .end(JSON.stringify({ error: { message: sent }, message: sent })),
  'redirects with it': (response: ServerResponse, sent: string) =>
    response.writeHead(302, { location: `/again?sent=${encodeURIComponent(sent)}` }).end(),
  'accepts it': (response: ServerResponse, sent: string) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sent })),
  // Wherever this text is cut off, the cut is within a key.
  'says nothing but its keys, again and again': (response: ServerResponse, sent: string) => {
    const message = keysIn(sent).repeat(200);
    response.writeHead(400).end(JSON.stringify({ error: { message }, message }));
  },
  'fails with it in plain text': (response: ServerResponse, sent: string) =>
    response.writeHead(500).end(sent),
} as const;
let way: (typeof ways)[keyof typeof ways] = ways['accepts it'];

const keysIn = (sent: string) => (sent.match(/canary[\w.-]*/g) ?? []).join('');

/** The fake of all services. It also refuses to be a proxy. */
const asked: string[] = [];
/** The beginnings of the signatures of a service account. */
const signatures: string[] = [];
const repeat: RequestListener = (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    const sent = `${request.url} ${JSON.stringify(request.headers)} ${body}`;
    asked.push(sent);
    const [, signature] = /assertion=[\w-]+\.[\w-]+\.([\w-]{24})/.exec(body) ?? [];
    if (signature !== undefined) signatures.push(signature);
    // The target of a redirect does not redirect again.
    if (request.url?.startsWith('/again')) ways['fails with it in plain text'](response, sent);
    else if (request.url === '/token' && way === ways['accepts it']) giveToken(response, sent);
    else way(response, sent);
  });
};
const giveToken = (response: ServerResponse, sent: string) =>
  response.end(JSON.stringify({ sent, access_token: key('fresh'), expires_in: 3_600 }));
const vendor = createServer(repeat);
const secure = createSecureServer(
  { ...hostPair, ca: authority, requestCert: true, rejectUnauthorized: true },
  repeat,
);
vendor.on('connect', ({ headers }, socket) => {
  const sent = String(headers['proxy-authorization']);
  asked.push(sent);
  socket.on('error', () => undefined).end(`HTTP/1.1 407 ${sent}\r\nx-sent: ${sent}\r\n\r\n${sent}`);
});
/** The commands that the mail server received, which it repeats in every refusal. */
const logins: string[] = [];
const refusal = () =>
  Object.assign(new Error(`5.7.1 not with ${logins.join(' ')}`), { responseCode: 550 });
const mailServer = useMailServer({
  onAuth({ username, password }, _session, done) {
    const spelt = [`${password}`, `\0${username}\0${password}`].map((one) =>
      Buffer.from(one).toString('base64'),
    );
    logins.splice(0, logins.length, `${password}`, ...spelt);
    if (password === key('smtp')) return done(refusal());
    return done(null, { user: String(username) });
  },
  onRcptTo: (_address, _session, done) => done(refusal()),
});

let app: TestApp | undefined;
const logged: string[] = [];
let at = '';
let made: Made | undefined;
const services = () => ({
  url: at,
  secureUrl: `https://127.0.0.1:${(secure.address() as AddressInfo).port}`, // It listens.
  mailPort: mailServer.port(),
});
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`; // It listens.
  const addresses = [...Object.keys(everyCredentials(services())), 'google'].map(
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
  for (const server of [vendor, secure]) {
    server.closeAllConnections();
    server.close();
  }
});

const rest = openTransport('REST', () => app?.url ?? '');

test('every kind of credentials has a secret in these tests', () => {
  const named = credentialsDataSchema.options.map((shape) => shape.meta()?.title);
  expect(Object.keys(everyCredentials(services())).toSorted()).toEqual(named.toSorted());
});

/** All rows of all tables as text, without the encrypted credentials. */
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

/** The export file of a bot's results. */
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

/** The places of secrets in a text, with some of the text around them. */
function canariesIn(named: Readonly<Record<string, string>>): string[] {
  const encoded = ['me:', 'bot:', '\0bot\0', ''].map((before) =>
    Buffer.from(before + CANARY)
      .toString('base64')
      .replace(/.?.?={0,2}$/, ''),
  );
  const keyLines = SERVICE_ACCOUNT.private_key.split('\n').filter((line) => /^[^-]/.test(line));
  const secrets = [CANARY, ...encoded, ...signatures, ...keyLines.map((line) => line.slice(0, 24))];
  const either = secrets.map((one) => one.replaceAll('+', '\\+')).join('|');
  const secret = new RegExp(`.{0,80}(${either}).{0,40}`, 'g');
  return Object.entries(named).flatMap(([where, text]) =>
    (text.match(secret) ?? []).map((found) => `${where}: ${found}`),
  );
}

interface Made {
  readonly workspaceId: string;
  readonly botId: string;
  readonly publicId: string;
  /** The secret of its webhook. */
  readonly secret: string;
}

/** A bot whose blocks use credentials of every kind, in a workspace with a webhook. */
async function makeBot(): Promise<Made> {
  const { workspace } = await bodyOf(rest.createWorkspace({ name: 'Acme' }, owner));
  const workspaceId = workspace.id;
  const blocks: BlockSketch[] = [];
  let payment: readonly BlockSketch[] = [];
  const kinds = Object.entries(everyCredentials(services()));
  const forms = otherForms(services()).map((form) => [form.type, form] as const);
  for (const [type, { data, uses }] of [...kinds, ...forms]) {
    const credentials = { type, name: 'Ours', data };
    const { credentialsId } = await bodyOf(
      rest.saveCredentials({ workspaceId, credentials }, owner),
    );
    if (type === 'stripe') payment = uses(credentialsId);
    else blocks.push(...uses(credentialsId));
  }
  const asks = [ask('text input', 'Said'), ask('text input', 'Said')];
  const groups = { Start: [...blocks, say('Done'), ...asks, ...payment] };
  const bot = botOf({ variables: { Said: null }, groups });
  const { id: botId } = (await bodyOf(rest.createBot({ workspaceId, bot }, owner))).bot;
  const query = `mutation ($input: CreateWebhookInput!) {
    createWebhook(input: $input) { secret userErrors { message } } }`;
  const input = { workspaceId, url: `${at}/hook`, eventTypes: ['RESULT_STARTED'] };
  const made = await queryGraphql(app?.url ?? '', { query, variables: { input } }, owner);
  const [secret = CANARY] = /whsec_[^"]+/.exec(JSON.stringify(made)) ?? [];
  const { publicId } = await bodyOf(rest.publishBot({ botId }, owner));
  return { workspaceId, botId, publicId, secret };
}

/** Reports of a client, with secrets of its page. */
const clientLogs = [
  {
    description: `The request to https://example.com/?api_key=${key('query')} failed`,
    details: { token: key('client'), sent: { headers: { authorization: key('page') } } },
    context: `Bearer ${key('text')}`,
  },
];

/** Chats with the bot, live and in a preview, and returns the replies. */
async function talk({ publicId, botId }: Made) {
  const visitor = { token: null };
  const started = await bodyOf(rest.startChat({ publicId }, visitor));
  const { sessionId, resultId } = started;
  const preview = await bodyOf(rest.startPreview({ botId }, owner));
  const replies: unknown[] = [started, preview];
  for (const message of ['Ada', 'Ada']) {
    replies.push(await rest.continueChat({ sessionId, message }, visitor));
    replies.push(await rest.continueChat({ sessionId: preview.sessionId, message }, owner));
  }
  replies.push(await bodyOf(rest.saveClientLogs({ sessionId, clientLogs }, visitor)));
  return { replies, sessionId, resultId };
}

test.each(Object.keys(ways))('a service that %s brings no secret anywhere', async (name) => {
  way = ways[name as keyof typeof ways]; // One of its keys.
  made ??= await makeBot();
  const { workspaceId, botId, secret } = made;
  asked.length = 0;
  const { replies, sessionId, resultId } = await talk(made);
  await until(() => asked.some((one) => one.includes('/hook')));
  const guest = {
    workspaceId,
    email: `${Object.keys(ways).indexOf(name)}@example.com`,
    role: 'GUEST',
  };
  const seen = {
    replies: JSON.stringify(replies),
    invited: JSON.stringify(await rest.inviteMember(guest, owner)),
    log: logged.join(''),
    events: JSON.stringify(await rest.readEvents({ sessionId }, { token: null })),
    logs: JSON.stringify(await rest.readLogs({ botId, resultId }, owner)),
    export: await exported(botId),
    result: JSON.stringify(await rest.getResult({ botId, resultId }, owner)),
    credentials: JSON.stringify(await rest.listCredentials({ workspaceId }, owner)),
    bot: JSON.stringify(await rest.readBot({ botId }, owner)),
    metrics: await (await fetch(`${app?.url}/metrics`)).text(),
    database: await stored(),
  };
  expect(canariesIn(seen)).toEqual([]);
  const sent = asked.join('\n');
  expect(sent.match(/canary/g)?.length).toBeGreaterThan(10);
  expect(sent).toContain('/certificate');
  expect(logins).toContain(key('of-the-server'));
  expect(seen.logs).toContain('api_key=***');
  expect(seen.export).toContain('Ada');
  expect(Object.values(seen).filter((text) => text.includes(secret))).toEqual([]);
});

test('one of the accounts that signed in was a service account', () => {
  expect(signatures).not.toEqual([]);
});
